import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { claimUnfinished } from '../../src/payments/holds/claim.ts';
import type { Observation } from '../../src/payments/providers/observation.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { finishClaimed } from '../../src/settlement/finish-authorizations.ts';
import { recordNextSteps } from '../../src/settlement/record-next-steps.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { makeSteps } from '../../src/settlement/settlement-steps.ts';
import { makeAlarmHandler } from '../../src/operations/work/handle-alarm.ts';
import { maxReleasesInBatch } from '../../src/payments/holds/begin-releases.ts';
import { insertManyBids } from '../support/popular-auction.ts';
import { brokenRules } from '../faults/broken-rules.ts';
import { onPool } from '../support/on-pool.ts';
import { startService, type Service } from '../support/service.ts';
import { watchPool } from '../support/watch-pool.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

// Auctions that end at the same time are settled in sets; one of them must not hold up or undo the others.

let service: Service;
let stages: AuctionStage[];
beforeEach(async () => {
  service = await startService();
  stages = [];
});
afterEach(() => service[Symbol.asyncDispose]());

async function endTogether(count: number, cards: readonly string[] = ['visa', 'visa']): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const stage = await setAuctionStage({}, service);
    for (const [index, card] of cards.entries()) await stage.bid(5_000 + index, card);
    stages.push(stage);
  }
  await service.db.query(
    `update auctions set bidding_period_ends_at = clock_timestamp() + interval '1 ms' returning pg_sleep(0.002)`,
  );
}

async function outcomes(): Promise<(string | null)[]> {
  return await Promise.all(stages.map(async (stage) => (await stage.result()).outcome));
}

const finish = () => stages[0]!.work();

function countingStatements(): { deps: ProcessDeps; statements: string[] } {
  const statements: string[] = [];
  const db = onPool(
    service.db,
    watchPool(service.db.pool, (text) => void statements.push(text)),
  );
  const gateways = makeGateways({ config: service.deps.config, db });
  return { deps: { ...service.deps, db, gateways }, statements };
}

test('auctions that end together record their steps and their captures in one transaction each', async () => {
  await endTogether(10);
  const { deps, statements } = countingStatements();
  await settleDueAuctions(deps);
  expect(await outcomes()).toEqual(Array.from({ length: 10 }, () => 'SOLD'));
  // Captures that are answered at the same time are applied together; how many that are is up to the provider.
  expect(statements.filter((text) => text.includes('capture_requested_at = clock_timestamp()'))).toHaveLength(1);
  expect(statements.filter((text) => text.includes("'SOLD'")).length).toBeLessThan(10);
  await finish();
  expect(await brokenRules(service.db)).toEqual([]);
});

test('a capture that hangs holds up no other of its set', async () => {
  await endTogether(3);
  const over = Promise.withResolvers<Observation>();
  const { simulated } = service.deps.gateways;
  let captures = 0;
  const capture: typeof simulated.capture = (request) =>
    (captures += 1) === 2 ? over.promise : simulated.capture(request);
  const deps: ProcessDeps = {
    ...service.deps,
    gateways: { ...service.deps.gateways, simulated: { ...simulated, capture } },
  };
  const settling = settleDueAuctions(deps);
  await expect.poll(outcomes).toContain('SOLD');
  await expect.poll(async () => (await outcomes()).filter((outcome) => outcome === 'SOLD')).toHaveLength(2);
  over.resolve({ outcome: 'unknown', reason: 'the test is over', isOverloaded: true });
  await settling;
  await stages[0]!.hurry();
  await finish();
  expect(await outcomes()).toEqual(['SOLD', 'SOLD', 'SOLD']);
  expect(await brokenRules(service.db)).toEqual([]);
});

test('an auction that cannot be recorded undoes no other of its set', async () => {
  await endTogether(4);
  const broken = stages[2]!.auction.auctionId;
  await service.db.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'Broken'; end $$`);
  await service.db.query(
    `create constraint trigger fail after update on auctions deferrable initially deferred
     for each row when (new.status = 'completed' and new.auction_id = '${broken}') execute function fail()`,
  );
  await settleDueAuctions(service.deps);
  expect(await outcomes()).toEqual(['SOLD', 'SOLD', null, 'SOLD']);
  await service.db.query('drop function fail cascade');
  await stages[0]!.hurry();
  await finish();
  expect(await outcomes()).toEqual(['SOLD', 'SOLD', 'SOLD', 'SOLD']);
  expect(await brokenRules(service.db)).toEqual([]);
});

test('an auction whose row is locked holds up no other of its set, and is settled later', async () => {
  await endTogether(3);
  const ids = stages.map(({ auction }) => auction.auctionId);
  const over = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const locking = service.db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for no key update', [ids[1]]);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  await settleDueAuctions(service.deps);
  expect(await outcomes()).toEqual(['SOLD', null, 'SOLD']);
  over.resolve();
  await locking;
  await finish();
  expect(await outcomes()).toEqual(['SOLD', 'SOLD', 'SOLD']);
});

test('an auction whose row is locked waits alone, and holds up no other of its batch', async () => {
  await endTogether(3);
  const ids = stages.map(({ auction }) => auction.auctionId);
  const { recordNext } = makeSteps(service.deps);
  const kindOf = async (auctionId: string) => (await recordNext(auctionId)).kind;
  const kinds = await service.db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for no key update', [ids[1]]);
    const [first, locked, last] = ids.map(kindOf);
    expect(await Promise.all([first, last])).toEqual(['capture', 'capture']);
    return { locked };
  });
  expect(await kinds.locked).toBe('capture');
});

test('an auction that is named twice in a set is captured once', async () => {
  await endTogether(1);
  const { auctionId } = stages[0]!.auction;
  const steps = await recordNextSteps(service.db, [auctionId, auctionId], false);
  expect(steps.map((step) => (typeof step === 'object' ? step.kind : 'left out'))).toEqual(['capture', 'waits']);
});

test('an alarm leaves its auction to the process that is claiming ended auctions, and settles it otherwise', async () => {
  await endTogether(1);
  const alarm = { kind: 'close', auctionId: stages[0]!.auction.auctionId, dueAt: new Date() } as const;
  let isSettling = true;
  const ring = makeAlarmHandler(service.deps, { isSettling: () => isSettling });
  expect(await ring(alarm)).toBe(0);
  expect(await outcomes()).toEqual([null]);
  isSettling = false;
  expect(await ring(alarm)).toBe(0);
  expect(await outcomes()).toEqual(['SOLD']);
});

test('another auction is sold while the thousands of losers of a popular one are being recorded', async () => {
  await endTogether(2);
  const [popular, other] = stages.map(({ auction }) => auction.auctionId) as [string, string];
  await insertManyBids(service, [popular], maxReleasesInBatch);
  await service.db.query(`update bids set bid_value_in_cents = 1000 where bidder_id like 'bidder-%'`);
  const alarm = makeAlarmHandler(service.deps);
  const ring = (auctionId: string) => alarm({ kind: 'close', auctionId, dueAt: new Date() });
  const locked = await service.db.pool.connect();
  try {
    // The record of the popular auction takes as long as one of its losers is locked.
    await locked.query('begin');
    await locked.query(
      `select from authorizations where auction_id = $1 and state = 'authorized' order by value_in_cents limit 1 for update`,
      [popular],
    );
    const ringing = ring(popular);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await service.db.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    await ring(other);
    expect((await stages[1]!.result()).outcome).toBe('SOLD');
    expect((await stages[0]!.result()).outcome).toBeNull();
    await locked.query('commit');
    await ringing;
  } finally {
    locked.release(true);
  }
  expect((await stages[0]!.result()).outcome).toBe('SOLD');
});

test('auctions of one batch are sold, fall back, or stay unsold', async () => {
  await endTogether(2);
  await endTogether(2, ['visa', 'capture_declined']);
  await endTogether(2, ['capture_declined', 'capture_declined']);
  await endTogether(1, []);
  await settleDueAuctions(service.deps);
  await finish();
  expect(await outcomes()).toEqual(['SOLD', 'SOLD', 'SOLD', 'SOLD', 'UNSOLD', 'UNSOLD', 'UNSOLD']);
  expect(await brokenRules(service.db)).toEqual([]);
});

test('an auction with five bids takes few statements', async () => {
  await endTogether(1, ['visa', 'visa', 'visa', 'visa', 'visa']);
  const { deps, statements } = countingStatements();
  const { auctionId } = stages[0]!.auction;
  await makeAlarmHandler(deps)({ kind: 'close', auctionId, dueAt: new Date() });
  const steps = makeSteps(deps);
  const claimed = await claimUnfinished(deps.db, 'release', 50);
  await Promise.all(claimed.map((authorization) => finishClaimed(deps, authorization, steps)));
  const counted = statements.filter((text) => text !== 'begin' && text !== 'commit');
  // Thirteen of our own. Alarm: the clock. Next step: a lock, what blocks, the next bid, its claim. Applied capture: a lock, how
  // many have lost, the answer, the move, the event, the result. Releases: their claim, their record.
  expect(counted.filter((text) => !text.includes('simulated_'))).toHaveLength(13);
  // Of the provider: it reads and writes once for the capture, and once for the releases, which are asked for together.
  expect(counted).toHaveLength(17);
  expect(await stages[0]!.states()).toEqual({ captured: 1, released: 4 });
});
