// A process of bidders: an instance of the service with its usual pool of connections. For each message it lets bidders bid for a
// while, and answers with the results.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/platform/config.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { outageReason } from '../../src/core/outage.ts';
import type { App } from '../../src/operations/http/routes.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { makeFaultySimulated } from '../../test/providers/faulty-simulated.ts';
import { openService } from '../../test/support/open-service.ts';
import { publicUrl } from '../../test/support/service.ts';
import { withDatabase } from '../../test/support/settings.ts';
import { noGateways } from '../../test/support/no-gateways.ts';

export interface BiddingRun {
  /** `placeBid` alone, or each bid by the page, its form and the page of its outcome, asked of the application without a socket. */
  readonly by: 'placeBid' | 'form';
  readonly auctionIds: readonly string[];
  /** The bidders who bid at the same time, each one bid after the other. */
  readonly bidders: number;
  /** Earlier bids are not measured. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** The run ends sooner, once so many bids are begun. */
  readonly bids?: number;
  /** How long the call to the provider takes on its way. */
  readonly providerLatencyMs: number;
}

export interface BidResults {
  /** Every bid that was placed, warm-up included. */
  readonly placed: number;
  /** The other outcomes. */
  readonly otherwise: readonly string[];
  /** How long each of the measured bids took. */
  readonly bidMs: readonly number[];
  /** The most calls that were on their way to the provider at the same time. */
  readonly maxOnTheWay: number;
}

await using db = await connectDatabase(process.argv[2]!);
const config = readConfig({ ...withDatabase(db.url), PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });

async function bid({
  by,
  auctionIds,
  bidders,
  warmUpSeconds,
  seconds,
  bids = Infinity,
  providerLatencyMs,
}: BiddingRun): Promise<BidResults> {
  let onTheWay = 0;
  let maxOnTheWay = 0;
  const weather = async () => {
    onTheWay += 1;
    maxOnTheWay = Math.max(maxOnTheWay, onTheWay);
    if (providerLatencyMs > 0) await delay(providerLatencyMs);
    onTheWay -= 1;
    return null;
  };
  const gateways = { ...noGateways, simulated: makeFaultySimulated({ db }, { deadlineMs: 10_000, weather }) };
  await using service = openService(db, { config, gateways });
  const placeAlone = async (auctionId: string, valueInCents: number): Promise<string> => {
    const email = `${randomUUID()}@example.com`;
    const { outcome } = await placeBid(service.deps, {
      auctionId,
      bidderId: email,
      email,
      valueInCents,
      submissionToken: randomUUID(),
      cardToken: 'simulated_card_visa',
      returnUrl: 'http://localhost/',
    });
    return outcome;
  };
  const placeByForm = async (auctionId: string, valueInCents: number) =>
    await bidByForm(service.app, auctionId, valueInCents);
  const place = by === 'placeBid' ? placeAlone : placeByForm;

  let begun = 0;
  let placed = 0;
  const otherwise: string[] = [];
  const bidMs: number[] = [];
  const measuredFrom = performance.now() + warmUpSeconds * 1_000;
  const until = measuredFrom + seconds * 1_000;
  await Promise.all(
    Array.from({ length: bidders }, async () => {
      while (performance.now() < until && begun < bids) {
        begun += 1;
        const begin = performance.now();
        const outcome = await place(auctionIds[randomInt(auctionIds.length)]!, randomInt(1_000, 9_000)).catch(orOutage);
        const end = performance.now();
        if (outcome === 'placed') placed += 1;
        else otherwise.push(outcome);
        if (end >= measuredFrom && end < until) bidMs.push(end - begin);
      }
    }),
  );
  return { placed, otherwise, bidMs, maxOnTheWay };
}

/**
 * Opens the page as a new bidder, sends its form, and follows it to the outcome. It reads no more of the pages than it needs, because it takes
 * its part of the processors.
 */
async function bidByForm({ fetch }: App, auctionId: string, valueInCents: number): Promise<string> {
  const path = `/auctions/${auctionId}`;
  // Each bidder is at home: the page limits what comes from one address.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const ask = async (to: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    await fetch(new Request(new URL(to, publicUrl), { ...init, headers: { 'x-forwarded-for': address, ...headers } }));
  const page = await ask(path);
  const cookie = page.headers.get('set-cookie')!.split(';')[0]!;
  const token = /name="token" value="([^"]+)"/.exec(await page.text())![1]!;
  const body = new URLSearchParams({
    token,
    amount: (valueInCents / 100).toFixed(2),
    email: `${randomUUID()}@example.com`,
    cardNumber: '4242 4242 4242 4242',
    cardExpiry: '12/40',
    cardCvc: '123',
    confirmed: `${valueInCents} high backup`,
  });
  const sent = await ask(`${path}/bids`, { method: 'POST', body }, { origin: new URL(publicUrl).origin, cookie });
  if (sent.status !== 303) return `answered ${sent.status}`;
  const outcome = await ask(sent.headers.get('location')!, {}, { cookie });
  return /id="outcome"/.test(await outcome.text()) ? 'placed' : 'no outcome';
}

/** A disk that stands still for seconds fails some bids, and not the bench as a whole. */
function orOutage(error: unknown): string {
  const reason = outageReason(error);
  if (reason === null) throw error;
  return reason;
}

process.on('message', (run: BiddingRun) => {
  void bid(run).then((results) => process.send!(results));
});
await new Promise((resolve) => process.once('disconnect', () => resolve(null)));
