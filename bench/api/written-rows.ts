import type { Database } from '../../src/db/database.ts';
import { masked } from './masked.ts';

/** When what is prepared or written from now on counts as written, by PostgreSQL's clock. */
export async function startWriting({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ now: string }>(
    `select date_trunc('milliseconds', clock_timestamp())::text as now`,
  );
  return rows[0]!.now;
}

/** @param sql see `ApiOperation.countWritten` */
export async function countWritten({ pool }: Pick<Database, 'pool'>, sql: string, since: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(sql, [since]);
  return rows[0]!.count;
}

/** The auctions that have come to be since, each with its entries in the audit log: without what is different every time. */
export async function writtenRows({ pool }: Pick<Database, 'pool'>, since: string): Promise<unknown> {
  const { rows } = await pool.query(
    `select to_jsonb(auctions) as auction, array(
       select to_jsonb(audit_log) - 'entry_id' from audit_log where subject_id = auction_id::text order by entry_id) as entries
     from auctions where created_at >= $1 order by title, auction_id`,
    [since],
  );
  return masked(rows);
}
