import type { Connection } from '../../src/db/database.ts';
import { masked } from './masked.ts';

/** When what is prepared or written from now on counts as written, by PostgreSQL's clock. */
export async function startWriting(db: Connection): Promise<string> {
  const { rows } = await db.query<{ now: string }>(`select date_trunc('milliseconds', clock_timestamp())::text as now`);
  return rows[0]!.now;
}

/** @param sql see `ApiOperation.countWritten` */
export async function countWritten(db: Connection, sql: string, since: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(sql, [since]);
  return rows[0]!.count;
}

/** The rows that were written since, without the columns that differ each time, such as ids and instants. */
export interface Written {
  /** The auctions, each with its entries in the audit log. */
  readonly auctions: unknown;
  readonly events: unknown;
}

export async function writtenRows(db: Connection, since: string): Promise<Written> {
  const { rows: auctions } = await db.query(
    `select to_jsonb(auctions) as auction, array(
       select to_jsonb(audit_log) - 'entry_id' from audit_log where subject_id = auction_id::text order by entry_id) as entries
     from auctions where created_at >= $1 order by title, auction_id`,
    [since],
  );
  const { rows: events } = await db.query(
    `select to_jsonb(webhook_events) - 'transaction_id' as event from webhook_events where created_at >= $1 order by event_id`,
    [since],
  );
  return { auctions: masked(auctions), events: masked(events) };
}
