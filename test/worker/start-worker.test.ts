import { setTimeout as delay } from 'node:timers/promises';
import { describe, type ExpectStatic, test, vi } from 'vitest';
import type { Alarm } from '../../src/jobs/alarms.ts';
import { hearAlarms } from '../../src/jobs/hear-alarms.ts';
import { makeAlarms } from '../../src/jobs/make-alarms.ts';
import { ringAlarm } from '../../src/worker/ring-alarm.ts';
import { startWorker } from '../../src/worker/start-worker.ts';
import { aSeller } from '../support/a-seller.ts';
import { type AuctionOptions, insertAuction, type InsertedAuction } from '../support/insert-auction.ts';
import { insertBid } from '../support/insert-bid.ts';
import { type QueueHouse, queueHouses } from '../support/queue-houses.ts';
import { type Move, recordMoves } from '../support/recorded-moves.ts';

const hour = 3_600;

/** A queue, and all that is done with it, of a test's own: the tests are patient side by side. */
interface Stage extends AsyncDisposable {
  readonly house: QueueHouse;
  insert(options: AuctionOptions): Promise<InsertedAuction>;
  arm(...armed: Alarm[]): Promise<void>;
  /** The alarms alone: nothing sweeps up what they miss. */
  hearOnly(): void;
  startWorkers(count: number): Promise<void>;
  moves(): Promise<Move[]>;
}

async function setStage(open: () => Promise<QueueHouse>): Promise<Stage> {
  const closing = new AsyncDisposableStack();
  const house = closing.use(await open());
  const alarms = closing.use(makeAlarms(house.deps));
  const seller = await aSeller(house.db);
  const moves = await recordMoves(house.db);
  await vi.waitUntil(() => alarms.arm([]));
  return {
    house,
    insert: (options) => insertAuction(house.db, seller, options),
    arm: async (...armed) => void (await vi.waitUntil(() => alarms.arm(armed), 5_000)),
    hearOnly: () => void closing.use(hearAlarms(house.deps, (alarm) => ringAlarm(house.deps, alarm))),
    async startWorkers(count) {
      for (let i = 0; i < count; i += 1) closing.use(await startWorker({ ...house.deps, alarms }));
    },
    moves,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

const opening = ({ auctionId, biddingPeriodStartsAt }: InsertedAuction): Alarm => ({
  kind: 'open',
  auctionId,
  dueAt: biddingPeriodStartsAt,
});
const closing = ({ auctionId, biddingPeriodEndsAt }: InsertedAuction): Alarm => ({
  kind: 'close',
  auctionId,
  dueAt: biddingPeriodEndsAt,
});

for (const { name, isMissing, open } of queueHouses) {
  const onStage =
    (play: (stage: Stage, expect: ExpectStatic) => Promise<void>) =>
    async ({ expect }: { expect: ExpectStatic }) => {
      await using stage = await setStage(open);
      await play(stage, expect);
    };

  describe.skipIf(isMissing)(`with alarms on ${name}`, { concurrent: true }, () => {
    test(
      'an auction opens at its start and not before',
      onStage(async ({ insert, arm, hearOnly, moves }, expect) => {
        hearOnly();
        const auction = await insert({ startsInSeconds: 1 });
        await arm(opening(auction), closing(auction));
        await expect.poll(moves, { timeout: 3_000 }).toHaveLength(1);
        const [move] = await moves();
        expect(move).toMatchObject({ auctionId: auction.auctionId, move: 'upcoming -> ongoing' });
        expect(move!.lateMs).toBeGreaterThanOrEqual(0);
        expect(move!.lateMs).toBeLessThan(1_000);
      }),
    );

    test(
      'an auction without bids completes at its end and not before',
      onStage(async ({ insert, arm, hearOnly, moves }, expect) => {
        hearOnly();
        const auction = await insert({ startsInSeconds: 1 - hour, status: 'ongoing' });
        await arm(closing(auction));
        await expect.poll(moves, { timeout: 3_000 }).toHaveLength(1);
        const [move] = await moves();
        expect(move).toMatchObject({ auctionId: auction.auctionId, move: 'ongoing -> completed' });
        expect(move!.lateMs).toBeGreaterThanOrEqual(0);
        expect(move!.lateMs).toBeLessThan(1_000);
      }),
    );

    test(
      'an auction with a bid is settled at its end',
      onStage(async ({ house, insert, arm, hearOnly, moves }, expect) => {
        hearOnly();
        const auction = await insert({ startsInSeconds: 0.5 - hour, status: 'ongoing' });
        await insertBid(house.db, auction);
        await house.db.pool.query('truncate moves');
        await arm(closing(auction));
        await expect.poll(moves, { timeout: 3_000 }).toHaveLength(1);
        const [move] = await moves();
        expect(move!.move).toBe('ongoing -> completed');
        expect(move!.lateMs).toBeGreaterThanOrEqual(0);
        expect(move!.lateMs).toBeLessThan(1_000);
      }),
    );

    test(
      'an auction whose period is moved again and again closes once, at the last end',
      onStage(async ({ house, insert, arm, hearOnly, moves }, expect) => {
        hearOnly();
        const auction = await insert({ startsInSeconds: 0.4 - hour, status: 'ongoing' });
        await arm(closing(auction));
        for (let i = 0; i < 3; i += 1) {
          const { rows } = await house.db.pool.query<InsertedAuction>(
            `update auctions set bidding_period_starts_at = bidding_period_starts_at + interval '400 ms',
             bidding_period_ends_at = bidding_period_ends_at + interval '400 ms'
           where auction_id = $1
           returning auction_id as "auctionId", bidding_period_ends_at as "biddingPeriodEndsAt"`,
            [auction.auctionId],
          );
          await arm(closing(rows[0]!));
        }
        expect(await house.armed()).toHaveLength(4);
        await house.db.pool.query('truncate moves');
        await expect.poll(() => house.armed(), { timeout: 5_000 }).toHaveLength(0);
        const [move, ...others] = await moves();
        expect(others).toEqual([]);
        expect(move!.move).toBe('ongoing -> completed');
        expect(move!.lateMs).toBeGreaterThanOrEqual(0);
        expect(move!.lateMs).toBeLessThan(1_000);
      }),
    );

    test(
      'alarms that ring early, late, twice or for no auction change nothing more',
      onStage(async ({ house, insert, arm, hearOnly, moves }, expect) => {
        hearOnly();
        const auction = await insert({ startsInSeconds: 0.8 });
        const instants = [-500, -100, 0, 0, 1, 100, 300];
        const stray = instants.flatMap((offset): Alarm[] => {
          const dueAt = new Date(auction.biddingPeriodStartsAt.getTime() + offset);
          return [
            { kind: 'open', auctionId: auction.auctionId, dueAt },
            { kind: 'close', auctionId: auction.auctionId, dueAt },
            { kind: 'close', auctionId: crypto.randomUUID(), dueAt },
          ];
        });
        await arm(...stray);
        await expect.poll(() => house.armed(), { timeout: 5_000 }).toHaveLength(0);
        expect(await moves()).toEqual([
          { auctionId: auction.auctionId, move: 'upcoming -> ongoing', lateMs: expect.any(Number) },
        ]);
      }),
    );

    test(
      'an alarm that rings seconds early, by a worker clock that is ahead, goes back and rings on time',
      onStage(async ({ house, insert, hearOnly, moves }, expect) => {
        // A queue that rings 2.5 s early: armed by a process that takes PostgreSQL's clock for that much later.
        const query = async () => ({ rows: [{ now: new Date(Date.now() + 2_500) }] });
        const pool = { query, options: house.db.pool.options } as unknown as QueueHouse['db']['pool'];
        await using hasty = makeAlarms({ ...house.deps, db: { ...house.db, pool } });
        hearOnly();
        const auction = await insert({ startsInSeconds: 2 });
        await vi.waitUntil(() => hasty.arm([opening(auction)]), 1_000);
        await expect.poll(moves, { timeout: 4_000 }).toHaveLength(1);
        const [move] = await moves();
        expect(move!.lateMs).toBeGreaterThanOrEqual(0);
        expect(move!.lateMs).toBeLessThan(1_000);
      }),
    );

    test(
      'several workers turn each auction once',
      onStage(async ({ insert, arm, startWorkers, moves }, expect) => {
        await startWorkers(3);
        const auctions = [];
        for (let i = 0; i < 40; i += 1) auctions.push(await insert({ startsInSeconds: 1.5 - hour, status: 'ongoing' }));
        await arm(...auctions.map(closing));
        await expect.poll(moves, { timeout: 6_000 }).toHaveLength(40);
        await delay(300);
        expect(new Set((await moves()).map(({ auctionId }) => auctionId)).size).toBe(40);
      }),
    );

    test(
      'auctions that nobody armed are turned, at most one sweep late',
      onStage(async ({ insert, startWorkers, moves }, expect) => {
        await startWorkers(1);
        await delay(500); // The first sweep is over: it must not be the one that finds them.
        await insert({ startsInSeconds: 0.3 });
        await insert({ startsInSeconds: 0.3 - hour, status: 'ongoing' });
        await expect.poll(moves, { timeout: 7_000 }).toHaveLength(2);
        for (const { lateMs } of await moves()) expect(lateMs).toBeLessThan(5_500);
      }),
    );

    test(
      'a queue that forgets everything costs seconds and no auction, and is filled again',
      onStage(async ({ house, insert, arm, startWorkers, moves }, expect) => {
        await startWorkers(1);
        await delay(500); // The first sweep is over: it must not be the one that finds them.
        const far = await insert({ startsInSeconds: 10 * 60 });
        const near = await insert({ startsInSeconds: 0.5 });
        await arm(opening(far), opening(near));
        await house.forget();
        expect(await house.armed()).toEqual([]);

        await expect.poll(moves, { timeout: 7_000 }).toHaveLength(1);
        expect((await moves())[0]!.lateMs).toBeLessThan(5_500);
        // What it turned so late tells the sweep that alarms were lost.
        await expect
          .poll(() => house.armed(), { timeout: 1_000 })
          .toEqual([`open-${far.auctionId}-${far.biddingPeriodStartsAt.getTime()}`]);
      }),
    );

    test(
      'a worker arms what nears by itself',
      onStage(async ({ house, insert, startWorkers }, expect) => {
        const auction = await insert({ startsInSeconds: 5 * 60 });
        await startWorkers(1);
        await expect
          .poll(() => house.armed(), { timeout: 7_000 })
          .toEqual([`open-${auction.auctionId}-${auction.biddingPeriodStartsAt.getTime()}`]);
      }),
    );
  });
}
