import type { Connection } from '../db/database.ts';

/**
 * Measures the outbox.
 *
 * @returns the seconds for which the oldest due delivery has waited without an attempt; 0: none is due
 */
export async function measureOutbox(db: Connection): Promise<number> {
  const { rows } = await db.query<{ ageInSeconds: number }>({
    name: 'measure-outbox',
    text: `
      select extract(epoch from clock_timestamp() - next_attempt_at)::float8 as "ageInSeconds" from webhook_deliveries
      where next_attempt_at is not null order by next_attempt_at limit 1`,
  });
  return Math.max(0, rows[0]?.ageInSeconds ?? 0);
}
