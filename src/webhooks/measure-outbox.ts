import type { Database } from '../db/database.ts';

/** @returns for how many seconds the delivery that has waited longest has been due without being tried; 0: none is due */
export async function measureOutbox({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ ageInSeconds: number }>({
    name: 'measure-outbox',
    text: `
      select extract(epoch from clock_timestamp() - next_attempt_at)::float8 as "ageInSeconds" from webhook_deliveries
      where next_attempt_at is not null order by next_attempt_at limit 1`,
  });
  return Math.max(0, rows[0]?.ageInSeconds ?? 0);
}
