import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../../src/auctions/bids/place-bid.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { makeGateways } from '../../../src/payments/providers/providers.ts';
import { releaseAuthorization } from '../../../src/payments/holds/release-authorization.ts';
import { finishAuthorizations } from '../../../src/settlement/finish-authorizations.ts';
import { settleAuction } from '../../../src/settlement/settle-auction.ts';
import { bidRequest } from '../../support/bid-request.ts';
import { ongoing } from '../../support/insert-auction.ts';
import type { Seller } from '../../support/seller.ts';
import { publicUrl, type Service, startService } from '../../support/service.ts';
import { startStripeStandIn, type StripeStandIn } from '../stripe-stand-in.ts';
import { endAuction } from '../../support/end-auction.ts';
import { withDatabase, withStripe } from '../../support/settings.ts';

/** What Stripe allows. */
const callsPerSecond = 25;

let standIn: StripeStandIn;
let processes: Service[] = [];
let seller: Seller;

beforeEach(async () => void (standIn = await startStripeStandIn()));

async function start(setting: number): Promise<void> {
  const service = await startService();
  const config = readConfig({
    ...withDatabase(service.db.url),
    PUBLIC_URL: publicUrl,
    ...withStripe(standIn.url),
    STRIPE_CALLS_PER_SECOND: `${setting}`,
  });
  const asProcess = () => startService({ config, db: service.db, gateways: makeGateways({ config, db: service.db }) });
  processes = [service, await asProcess(), await asProcess()];
  seller = await service.seller({ mode: 'live' });
}
afterEach(async () => {
  for (const process of processes.toReversed()) await process[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

async function bid({ deps }: Service, auctionId: string, valueInCents: number) {
  return await placeBid(deps, bidRequest(auctionId, { valueInCents, cardToken: standIn.token('visa') }));
}

// Set too high, the budget lets Stripe refuse calls: these back off.
test.each([callsPerSecond, 100])(
  'keeps all of 55 bids at once at 25 calls a second, and starts a due capture before most of them: %i',
  async (setting) => {
    await start(setting);
    const [{ db, auction }, one, other] = processes as [Service, Service, Service];
    const due = await auction(seller, ongoing);
    const open = await auction(seller, ongoing);
    expect((await bid(one, due.auctionId, 5_000)).outcome).toBe('placed');
    // A release under way is in the way, too.
    expect((await bid(one, open.auctionId, 700)).outcome).toBe('placed');
    const { rows } = await db.query<{ id: string }>(
      `update authorizations set state = 'releasing', next_attempt_at = clock_timestamp() - interval '1 ms' where auction_id = $1
     returning authorization_id as id`,
      [open.auctionId],
    );
    standIn.limitRate(callsPerSecond);

    const bids = Array.from({ length: 55 }, (_, index) => bid(index % 2 === 0 ? one : other, open.auctionId, 1_000));
    const released = releaseAuthorization(other.deps, rows[0]!.id);
    await expect.poll(() => standIn.requests.length, { interval: 20 }).toBeGreaterThan(5);
    await endAuction(db, due.auctionId);
    const before = standIn.requests.length;
    expect(await settleAuction(other.deps, due.auctionId)).toBe('settled');
    const capture = standIn.requests.findIndex(({ route }) => route.endsWith('/capture'));
    // A Stripe that takes 25 a second would have taken or refused as many before within a second or two.
    expect(capture - before).toBeLessThan(2 * callsPerSecond);

    const outcomes = (await Promise.all(bids)).map((placed) =>
      placed.outcome === 'refused' ? `refused: ${placed.code}` : placed.outcome,
    );
    expect(outcomes.every((outcome) => outcome === 'placed' || outcome === 'refused: provider_unavailable')).toBe(true);
    // A budget that fits keeps the service below the limit, so that bids wait and are not refused.
    if (setting === callsPerSecond) expect(standIn.refusedForRate()).toBeLessThan(5);
    else expect(standIn.refusedForRate()).toBeGreaterThan(0);
    const { body } = await seller.get(`/v1/bids?auctionId=${open.auctionId}`);
    expect(body.bids).toHaveLength(1 + outcomes.filter((outcome) => outcome === 'placed').length);
    await released;
  },
);

test.each([429, 503])(
  'a Stripe that answers %i and Retry-After: 60 is asked again after a minute, by no process before',
  async (status) => {
    await start(callsPerSecond);
    const [{ db, auction }, one, other] = processes as [Service, Service, Service];
    const { auctionId } = await auction(seller, ongoing);
    expect((await bid(one, auctionId, 5_000)).outcome).toBe('placed');
    await endAuction(db, auctionId);
    const error = { type: status === 429 ? 'invalid_request_error' : 'api_error', message: 'Later.' };
    standIn.refuse(/^POST .*\/capture$/, { status, error, retryAfter: 60 });
    const before = standIn.requests.length;
    const secondsLater = async (seconds: number) => {
      await db.query(`update call_budgets set counted_at = counted_at - make_interval(secs => $1)`, [seconds]);
      await db.query(
        `update authorizations set next_attempt_at = clock_timestamp() - interval '1 ms' where next_attempt_at is not null`,
      );
    };
    const work = (process: Service) => finishAuthorizations(process.deps);
    expect(await settleAuction(one.deps, auctionId)).toBe('waits');
    for (const seconds of [5, 10, 10]) {
      await secondsLater(seconds);
      await Promise.all([work(one), work(other)]);
    }
    // Less than the 60 seconds, with what the calls waited: one call in all.
    expect(standIn.requests.length - before).toBe(1);
    standIn.refuse(/^POST .*\/capture$/, null);
    await secondsLater(60);
    await Promise.all([work(one), work(other)]);
    const { body } = await seller.get(`/v1/bids?auctionId=${auctionId}`);
    expect(body.bids).toMatchObject([{ isWinningBid: true }]);
  },
  60_000,
);
