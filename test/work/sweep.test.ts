import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { startSweep, sweep } from '../../src/operations/work/sweep.ts';
import { aSeller } from '../support/a-seller.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type AuctionOptions, insertAuction, ongoing, settling, upcoming } from '../support/insert-auction.ts';
import { recordedAlarms, type RecordedAlarms } from '../support/recorded-alarms.ts';

const minute = 60;
const hour = 3_600;
const log = pino({ level: 'silent' });

let database: FreshDatabase;
let db: PooledDatabase;
let alarms: RecordedAlarms;
let seller: { sellerId: string };

beforeEach(async () => {
  database = await freshDatabase();
  ({ db } = database);
  alarms = recordedAlarms();
  seller = await aSeller(db);
});
afterEach(() => database[Symbol.asyncDispose]());

const insert = (options: AuctionOptions) => insertAuction(db, seller, options);
const pass = (armedUntil: Date | null) => sweep({ db, alarms, log }, armedUntil);

async function statusOf(auctionId: string): Promise<string> {
  const { rows } = await db.query('select status from auctions where auction_id = $1', [auctionId]);
  return rows[0].status;
}

describe('a sweep', () => {
  test('arms the starts and ends of the next fifteen minutes, the nearest first', async () => {
    const ends = await insert({ startsInSeconds: 14 * minute - hour, status: 'ongoing' });
    const starts = await insert({ startsInSeconds: 5 * minute });
    await insert(upcoming);
    await insert(ongoing);
    await insert(settling);
    await insert({ ...ongoing, endsInSeconds: 5 * minute, status: 'completed', outcome: 'UNSOLD' });
    await pass(null);
    expect(alarms.armed).toEqual([
      { kind: 'open', auctionId: starts.auctionId, dueAt: starts.biddingPeriodStartsAt },
      { kind: 'close', auctionId: ends.auctionId, dueAt: ends.biddingPeriodEndsAt },
    ]);
  });

  test('goes on where the last one came to', async () => {
    await insert({ startsInSeconds: 5 * minute });
    const armedUntil = await pass(null);
    expect(alarms.armed).toHaveLength(1);

    const nearing = await insert({ startsInSeconds: 15 * minute + 0.2 });
    const armedUntilNow = await pass(armedUntil);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await pass(armedUntilNow);
    expect(alarms.armed.slice(1)).toEqual([
      { kind: 'open', auctionId: nearing.auctionId, dueAt: nearing.biddingPeriodStartsAt },
    ]);
  });

  test('arms again what could not be armed', async () => {
    const { auctionId } = await insert({ startsInSeconds: 5 * minute });
    const arm = vi.spyOn(alarms, 'arm').mockResolvedValueOnce(false);
    const armedUntil = await pass(null);
    expect(armedUntil).toBeNull();
    arm.mockRestore();
    await pass(armedUntil);
    expect(alarms.armed.map((alarm) => alarm.auctionId)).toEqual([auctionId]);
  });

  test('arms all that is near again when it found something that an alarm had missed', async () => {
    await insert({ startsInSeconds: 5 * minute });
    const armedUntil = await pass(null);
    await pass(armedUntil);
    expect(alarms.armed).toHaveLength(1);

    await insert({ startsInSeconds: -3 });
    await pass(armedUntil);
    expect(alarms.armed).toHaveLength(2);
  });

  test('takes what an alarm was only about to turn for no loss', async () => {
    await insert({ startsInSeconds: 5 * minute });
    const armedUntil = await pass(null);
    await insert({ startsInSeconds: -0.05 });
    await pass(armedUntil);
    expect(alarms.armed).toHaveLength(1);
  });

  test('is repeated after a pause, from the start on, whatever became of the one before', async () => {
    const first = await insert({ startsInSeconds: -1 });
    const lines: string[] = [];
    const warn = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const config = { auditRetentionDays: null, eventRetentionDays: 30 };
    await using _sweeping = startSweep({ db, alarms, log: warn, config }, { atLeastMs: 100, atMostMoreMs: 0 });
    await expect.poll(() => statusOf(first.auctionId)).toBe('ongoing');

    await db.query('alter table auctions rename to lost');
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(lines[0]).toContain('A sweep failed');
    await db.query('alter table lost rename to auctions');
    const next = await insert({ startsInSeconds: -1 });
    await expect.poll(() => statusOf(next.auctionId)).toBe('ongoing');
  });

  test('ends at once when it is closed', async () => {
    const config = { auditRetentionDays: null, eventRetentionDays: 30 };
    // It would pause for longer than the test may take.
    const sweeping = startSweep({ db, alarms, log, config }, { atLeastMs: 3_600_000, atMostMoreMs: 0 });
    await expect(sweeping[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });
});
