import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { deleteOldEntries } from '../../src/platform/audit/record-audit.ts';
import { startSweep } from '../../src/operations/work/sweep.ts';
import { databaseForFile } from '../support/database.ts';
import { recordedAlarms } from '../support/recorded-alarms.ts';

const database = await databaseForFile();
beforeEach(() => database.db.query('truncate audit_log'));

async function write(action: string, age: string, count = 1): Promise<void> {
  await database.db.query(
    `insert into audit_log (at, action, subject_type, subject_id)
     select clock_timestamp() - $2::interval, $1, 'auction', '' from generate_series(1, $3)`,
    [action, age, count],
  );
}

async function left(): Promise<string[]> {
  const { rows } = await database.db.query<{ action: string }>('select action from audit_log order by at');
  return rows.map(({ action }) => action);
}

test('entries are kept for as many days as are set', async () => {
  await write('older', '7 days 1 second');
  await write('younger', '6 days 23:59');
  expect(await deleteOldEntries(database.db, 7)).toBe(1);
  expect(await left()).toEqual(['younger']);
});

test('entries are kept for ever unless that is set', async () => {
  await write('ancient', '100 years');
  expect(await deleteOldEntries(database.db, null)).toBe(0);
  expect(await left()).toEqual(['ancient']);
});

test('the oldest go first, a batch at a time, in the sweep', async () => {
  await write('older', '8 days', 1_001);
  await write('oldest', '9 days');
  expect(await deleteOldEntries(database.db, 7)).toBe(1_000);
  expect(await left()).toEqual(['older', 'older']);
  await write('younger', '1 day');
  await using _sweeping = startSweep({
    db: database.db,
    alarms: recordedAlarms(),
    log: pino({ level: 'silent' }),
    config: { auditRetentionDays: 7, eventRetentionDays: 30 },
  });
  await expect.poll(left, { timeout: 10_000 }).toEqual(['younger']);
});
