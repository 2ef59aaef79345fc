import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BidDeps } from '../../src/auctions/bids/bid-deps.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { atCrashPoints } from '../../src/core/crash-point.ts';
import type { Alarm, Alarms } from '../../src/platform/jobs/alarms.ts';
import { consumeAlarms } from '../../src/platform/jobs/consume.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { makeAlarmHandler } from '../../src/operations/work/handle-alarm.ts';
import { startWorker } from '../../src/operations/work/start-worker.ts';
import { aSeller } from '../support/a-seller.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type AuctionOptions, insertAuction, type InsertedAuction } from '../support/insert-auction.ts';
import { insertBid } from '../support/insert-bid.ts';
import { type QueueHouse, queueHouses } from '../support/queue-houses.ts';
import { type Move, recordMoves } from '../support/recorded-moves.ts';

const hour = 3_600;
const completes = 'ongoing -> completed';

for (const { name, describeHouse, open } of queueHouses) {
  describeHouse(`with alarms on ${name}`, () => {
    let house: QueueHouse;
    let alarms: Alarms;
    let seller: { sellerId: string };
    let moves: () => Promise<Move[]>;
    let workers: AsyncDisposable[];

    beforeEach(async () => {
      house = await open();
      alarms = makeAlarms(house.deps);
      seller = await aSeller(house.db);
      moves = await recordMoves(house.db);
      workers = [];
      await vi.waitUntil(() => alarms.arm([]), 10_000);
    });
    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
      await alarms[Symbol.asyncDispose]();
      await house[Symbol.asyncDispose]();
    });

    const insert = (options: AuctionOptions) => insertAuction(house.db, seller, options);

    /** The alarms alone: nothing sweeps up what they miss. */
    function hearOnly(): void {
      workers.push(consumeAlarms(house.deps, makeAlarmHandler(house.deps)));
    }

    async function startWorkers(count: number): Promise<void> {
      for (let i = 0; i < count; i += 1) {
        workers.push(await startWorker({ ...house.deps, alarms }));
      }
    }

    /**
     * Starts a worker, and waits for its first sweep, which arms all that nears: the next one is four seconds later.
     *
     * @returns the auction that was there to arm
     */
    async function startSweptWorker(): Promise<InsertedAuction> {
      const far = await insert({ startsInSeconds: 10 * 60 });
      await startWorkers(1);
      await expect.poll(() => house.armed(), { timeout: 15_000 }).toEqual([idOf(far)]);
      return far;
    }

    async function arm(...armed: Alarm[]): Promise<void> {
      await vi.waitUntil(() => alarms.arm(armed), 15_000);
    }

    /** The alarm of a start. */
    const idOf = ({ auctionId, biddingPeriodStartsAt }: InsertedAuction) =>
      `open-${auctionId}-${biddingPeriodStartsAt.getTime()}`;
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

    test.each([
      ['opens at its start', { startsInSeconds: 1 }, false, 'upcoming -> ongoing'],
      ['completes at its end without bids', { startsInSeconds: 1 - hour, status: 'ongoing' }, false, completes],
      ['is settled at its end with a bid', { startsInSeconds: 1 - hour, status: 'ongoing' }, true, completes],
    ] as const)('an auction %s and not before', async (_, options, hasBid, move) => {
      hearOnly();
      const auction = await insert(options);
      if (hasBid) await insertBid(house.db, auction);
      await house.db.query('truncate moves');
      await arm(opening(auction), closing(auction));
      await expect.poll(moves, { timeout: 15_000 }).toHaveLength(1);
      expectInTime((await moves())[0]!, move);
    });

    test('an auction whose period is moved again and again closes once, at the last end', async () => {
      hearOnly();
      const auction = await insert({ startsInSeconds: 0.4 - hour, status: 'ongoing' });
      await arm(closing(auction));
      for (let i = 0; i < 3; i += 1) {
        const { rows } = await house.db.query<InsertedAuction>(
          `update auctions set bidding_period_starts_at = bidding_period_starts_at + interval '400 ms',
             bidding_period_ends_at = bidding_period_ends_at + interval '400 ms'
           where auction_id = $1
           returning auction_id as "auctionId", bidding_period_ends_at as "biddingPeriodEndsAt"`,
          [auction.auctionId],
        );
        await arm(closing(rows[0]!));
      }
      expect(await house.armed()).toHaveLength(4);
      await house.db.query('truncate moves');
      await expect.poll(() => house.armed(), { timeout: 15_000 }).toHaveLength(0);
      const [move, ...others] = await moves();
      expect(others).toEqual([]);
      expectInTime(move!, completes);
    });

    test('alarms that ring early, late, twice or for no auction change nothing more', async () => {
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
      await expect.poll(() => house.armed(), { timeout: 15_000 }).toHaveLength(0);
      expect(await moves()).toEqual([
        { auctionId: auction.auctionId, move: 'upcoming -> ongoing', lateMs: expect.any(Number) },
      ]);
    });

    test('an alarm that rings seconds early, by a worker clock that is ahead, goes back and rings on time', async () => {
      // A queue that rings 2.5 s early: armed by a process that takes PostgreSQL's clock for that much later.
      const query = async (): Promise<any> => ({ rows: [{ now: new Date(Date.now() + 2_500) }] });
      await using hasty = makeAlarms({ ...house.deps, db: { ...house.db, query } });
      hearOnly();
      const auction = await insert({ startsInSeconds: 2 });
      await vi.waitUntil(() => hasty.arm([opening(auction)]), 1_000);
      await expect.poll(moves, { timeout: 15_000 }).toHaveLength(1);
      expectInTime((await moves())[0]!, 'upcoming -> ongoing');
    });

    test('several workers turn each auction once', async () => {
      await startWorkers(3);
      const auctions = [];
      for (let i = 0; i < 40; i += 1) auctions.push(await insert({ startsInSeconds: 1.5 - hour, status: 'ongoing' }));
      await arm(...auctions.map(closing));
      await expect.poll(moves, { timeout: 15_000 }).toHaveLength(40);
      await delay(300);
      expect(new Set((await moves()).map(({ auctionId }) => auctionId)).size).toBe(40);
    });

    test('auctions that nobody armed are turned, at most one sweep late', async () => {
      await startSweptWorker();
      await insert({ startsInSeconds: 0.3 });
      await insert({ startsInSeconds: 0.3 - hour, status: 'ongoing' });
      await expect.poll(moves, { timeout: 15_000 }).toHaveLength(2);
      for (const { lateMs } of await moves()) expect(lateMs).toBeLessThan(9_000);
    });

    test('a queue that forgets everything costs seconds and no auction, and is filled again', async () => {
      const far = await startSweptWorker();
      await arm(opening(await insert({ startsInSeconds: 0.5 })));
      await house.forget();
      expect(await house.armed()).toEqual([]);

      await expect.poll(moves, { timeout: 15_000 }).toHaveLength(1);
      expect((await moves())[0]!.lateMs).toBeLessThan(9_000);
      // What it turned so late tells the sweep that alarms were lost.
      await expect.poll(() => house.armed(), { timeout: 15_000 }).toEqual([idOf(far)]);
    });

    /** An auction whose last bid has extended it by seconds. @param bidder the process that places the bid */
    async function inOvertime(bidder: BidDeps): Promise<{ auctionId: string; bidId: string }> {
      // A seller's shortest window is half a minute.
      const softClose = { windowSeconds: 3, maximumSeconds: 10 };
      const { auctionId } = await insert({ startsInSeconds: -hour, endsInSeconds: 2.5, status: 'ongoing', softClose });
      await placeBid(bidder, bidRequest(auctionId)).catch(() => undefined);
      const { rows } = await house.db.query<{ bidId: string }>(
        `select bid_id as "bidId" from bids join auctions using (auction_id) where auction_id = $1 and extension_count = 1`,
        [auctionId],
      );
      return { auctionId, bidId: rows[0]!.bidId };
    }

    /** Settlement has sold the auction once, and not before its new end. */
    async function expectSoldInTime({ auctionId, bidId }: { auctionId: string; bidId: string }): Promise<void> {
      const settled = async () => (await moves()).filter(({ move }) => move === 'ongoing -> completed');
      await expect.poll(settled, { timeout: 15_000 }).toHaveLength(1);
      const [{ lateMs }] = (await settled()) as [Move];
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThan(9_000);
      const { rows } = await house.db.query(
        'select bid_id as "bidId" from bids where auction_id = $1 and is_winning_bid',
        [auctionId],
      );
      expect(rows).toEqual([{ bidId }]);
    }

    test('a queue that forgets everything in overtime costs no sale, and the auction settles after its new end', async () => {
      await startSweptWorker();
      const extended = await inOvertime({ ...house.deps, alarms });
      expect((await house.armed()).filter((id) => id.startsWith(`close-${extended.auctionId}`))).not.toEqual([]);
      await house.forget();
      expect(await house.armed()).toEqual([]);
      await expectSoldInTime(extended);
    });

    test('an auction whose bidder’s process dies between the extension and its alarm settles after its new end', async () => {
      await startWorkers(1);
      atCrashPoints((point) => {
        if (point === 'bid: committed') throw new Error('The process died.');
      });
      onTestFinished(() => atCrashPoints(() => undefined));
      const armed: Alarm[] = [];
      const arm: Alarms['arm'] = async (given) => armed.push(...given) > 0;
      const extended = await inOvertime({ ...house.deps, alarms: { ...alarms, arm } });
      expect(armed).toEqual([]);
      await expectSoldInTime(extended);
    });

    test('a worker arms what nears by itself', async () => {
      const auction = await startSweptWorker();
      expect(await house.armed()).toEqual([idOf(auction)]);
    });
  });
}

function expectInTime({ move, lateMs }: Move, expected: string): void {
  expect(move).toBe(expected);
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThan(2_500);
}
