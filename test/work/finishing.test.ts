import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveAuthorization } from '../../src/payments/holds/move-authorization.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import type { Observation } from '../../src/payments/providers/observation.ts';
import { startFinishing } from '../../src/operations/work/finishing.ts';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { makeRightOfWay } from '../../src/operations/work/right-of-way.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';

const dueReleases = 1_000;

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

/** Releases that are due before anything else: of each second one the call hangs until the test is over. */
async function insertDueReleases(): Promise<void> {
  await stage.service.db.query(
    `insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider, provider_reference,
       submission_token, state, next_attempt_at)
     select $1, $2, 'ann', 'ann@example.com', 100, 'simulated', 'due_' || n, 'due_' || n, 'releasing',
       clock_timestamp() - interval '1 hour'
     from generate_series(1, $3) n`,
    [stage.auction.auctionId, stage.seller.sellerId, dueReleases],
  );
}

/** Starts a worker whose provider answers as it does, but for some calls; what hangs in them ends with the worker. */
function startWorker(
  calls: (over: Promise<Observation>) => Partial<Gateway>,
  options: Parameters<typeof startFinishing>[1] = {},
) {
  const { deps } = stage.service;
  const over = Promise.withResolvers<Observation>();
  const simulated: Gateway = { ...deps.gateways.simulated, ...calls(over.promise) };
  const finishing = startFinishing({ ...deps, gateways: { ...deps.gateways, simulated } }, options);
  return {
    over,
    async [Symbol.asyncDispose]() {
      over.resolve({ outcome: 'unknown', reason: 'the test is over' });
      await finishing[Symbol.asyncDispose]();
    },
  };
}

const wins = (bidId: string) => expect.poll(() => stage.winners(), { timeout: 20_000 }).toEqual([bidId]);

test('a capture does not wait for thousands of releases, nor for calls that hang', async () => {
  const winner = await stage.bid(9_000, 'capture_5xx');
  await stage.settle();
  await stage.hurry();
  await insertDueReleases();

  const { simulated } = stage.service.deps.gateways;
  const calls: string[] = [];
  await using _ = startWorker((over) => ({
    capture: (request) => {
      calls.push('capture');
      return simulated.capture(request);
    },
    release: async () => {
      calls.push('release');
      return calls.length % 2 === 0 ? await over : { outcome: 'released' };
    },
  }));
  await expect.poll(() => calls, { timeout: 20_000 }).toContain('capture');
  // No more releases than this process has places for came before it, however slow the machine is.
  expect(calls.slice(0, calls.indexOf('capture')).length).toBeLessThan(dueReleases / 4);
  await stage.hurry();
  await wins(winner);
});

test('a bid and a settlement go on while every release hangs', async () => {
  await insertDueReleases();
  const winner = await stage.bid(9_000);
  await stage.end();
  let releases = 0;
  await using _ = startWorker((over) => ({
    release: () => {
      releases += 1;
      return over;
    },
  }));
  await wins(winner);
  await expect.poll(() => releases, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(releases).toBeLessThanOrEqual(50);
});

test('the release of a voided bid, for which settlement waits, comes before those of losers that hang', async () => {
  await insertDueReleases();
  const winner = await stage.bid(5_000);
  const bidId = await stage.bid(9_000);
  const { db } = stage.service;
  const voided = await db.prisma.authorization.findFirstOrThrow({ where: { bidId } });
  await moveAuthorization(db, voided.authorizationId, 'voidBid', { failureCode: 'voided' });
  await stage.end();
  const priorities: unknown[] = [];
  const { simulated } = stage.service.deps.gateways;
  await using _ = startWorker((over) => ({
    release: async (request) => {
      if (request.reference !== voided.providerReference) return await over;
      priorities.push(request.priority);
      return await simulated.release(request);
    },
  }));
  await wins(winner);
  expect(priorities).toEqual(['capture']);
});

test('a worker is behind while more releases are due than it has places for, and not while its places hang', async () => {
  await insertDueReleases();
  const rightOfWay = makeRightOfWay();
  const answered = Promise.withResolvers<Observation>();
  let calls = 0;
  await using worker = startWorker(
    (over) => ({
      release: () => ((calls += 1) <= 50 ? answered.promise : over),
    }),
    { rightOfWay },
  );
  await expect.poll(() => calls, { timeout: 20_000 }).toBe(50);
  answered.resolve({ outcome: 'released' });
  await expect.poll(() => rightOfWay.isTaken, { timeout: 20_000 }).toBe(true);
  await expect.poll(() => rightOfWay.isTaken, { timeout: 60_000 }).toBe(false);
  // 50 places, and one for each release that had just ended.
  expect(calls).toBeLessThanOrEqual(50 + 100);
  worker.over.resolve({ outcome: 'released' });
  await expect.poll(() => rightOfWay.isTaken, { timeout: 20_000 }).toBe(true);
  await expect.poll(() => rightOfWay.isTaken, { timeout: 60_000 }).toBe(false);
});

test('releases are claimed once a second while sales wait for a place', async () => {
  await insertDueReleases();
  const begunMs: number[] = [];
  await using _ = startWorker(
    () => ({
      release: async () => {
        begunMs.push(performance.now());
        return { outcome: 'released' };
      },
    }),
    { rightOfWay: { ...makeRightOfWay(), isBehind: (work) => work === 'settlement' } },
  );
  await expect.poll(() => begunMs.length, { timeout: 20_000 }).toBeGreaterThan(50);
  expect(begunMs[50]! - begunMs[49]!).toBeGreaterThan(900);
});

test('events are followed up a batch at a time while a worker is behind, and all at once afterwards', async () => {
  const { db, deps } = stage.service;
  await db.query(
    `insert into webhook_events (seller_id, event_type, snapshot) select $1, 'test', '{}' from generate_series(1, 450)`,
    [stage.seller.sellerId],
  );
  const waiting = async () => (await db.query('select from webhook_events where follow_up_at is not null')).rowCount;
  const rightOfWay = makeRightOfWay();
  rightOfWay.note('release', true);
  await followUpEvents(deps, () => rightOfWay.isTaken);
  expect(await waiting()).toBe(250);
  rightOfWay.note('release', false);
  await followUpEvents(deps, () => rightOfWay.isTaken);
  expect(await waiting()).toBe(0);
});
