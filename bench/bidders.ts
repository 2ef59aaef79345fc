// A process of bidders, started with `fork`: an instance of the service with its usual pool of connections. For each
// message it lets bidders bid for a while, and tells what came of it.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { placeBid } from '../src/bids/place-bid.ts';
import { connectDatabase } from '../src/db/database.ts';
import { makeLive } from '../src/live/live.ts';
import { makeSimulatedGateway } from '../src/payments/simulated/make-simulated-gateway.ts';
import { watchLocks } from './watch-locks.ts';

export interface Bidding {
  readonly auctionIds: readonly string[];
  /** Who bid at the same time, each one bid after the other. */
  readonly bidders: number;
  /** What is bid before is not measured. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** How long each call to the provider takes on its way; a bid makes two. */
  readonly providerLatencyMs: number;
}

export interface Bidden {
  /** Every bid that was told to be placed, warm-up included. */
  readonly placed: number;
  /** What else was told. */
  readonly otherwise: readonly string[];
  /** How long each of the measured bids took. */
  readonly bidMs: readonly number[];
  /** From asking for an auction's row to holding it, of the measured time. */
  readonly lockMs: readonly number[];
  /** The most calls that were on their way to the provider at the same time. */
  readonly maxOnTheWay: number;
}

await using db = await connectDatabase(process.argv[2]!);
const log = pino({ level: 'warn' }, pino.destination(2));
await using live = makeLive({ db, log });
const locks = watchLocks(db);

async function bid({ auctionIds, bidders, warmUpSeconds, seconds, providerLatencyMs }: Bidding): Promise<Bidden> {
  let onTheWay = 0;
  let maxOnTheWay = 0;
  const weather = async () => {
    onTheWay += 1;
    maxOnTheWay = Math.max(maxOnTheWay, onTheWay);
    if (providerLatencyMs > 0) await delay(providerLatencyMs);
    onTheWay -= 1;
    return null;
  };
  const gateways = { simulated: makeSimulatedGateway({ db }, { deadlineMs: 10_000, weather }), stripe: null };
  const deps = { db, live, log, gateways };

  let placed = 0;
  const otherwise: string[] = [];
  const bidMs: number[] = [];
  const measuredFrom = performance.now() + warmUpSeconds * 1_000;
  const until = measuredFrom + seconds * 1_000;
  locks.reset();
  const warmedUp = delay(warmUpSeconds * 1_000).then(locks.reset);
  await Promise.all(
    Array.from({ length: bidders }, async () => {
      while (performance.now() < until) {
        const begin = performance.now();
        const email = `${randomUUID()}@example.com`;
        const { outcome } = await placeBid(deps, {
          auctionId: auctionIds[randomInt(auctionIds.length)]!,
          bidderId: email,
          email,
          valueInCents: randomInt(1_000, 9_000),
          submissionToken: randomUUID(),
          cardToken: 'simulated_card_visa',
          returnUrl: 'http://localhost/',
        });
        const end = performance.now();
        if (outcome === 'placed') placed += 1;
        else otherwise.push(outcome);
        if (end >= measuredFrom && end < until) bidMs.push(end - begin);
      }
    }),
  );
  await warmedUp;
  return { placed, otherwise, bidMs, lockMs: locks.waits(), maxOnTheWay };
}

process.on('message', (bidding: Bidding) => {
  void bid(bidding).then((bidden) => process.send!(bidden));
});
process.send!('ready');
await new Promise((resolve) => process.once('disconnect', () => resolve(null)));
