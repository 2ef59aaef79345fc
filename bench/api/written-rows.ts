import { deepStrictEqual, strictEqual } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../../src/platform/db/database.ts';
import { masked } from './same-answers.ts';

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

/**
 * The rows that were written since, without the columns that differ each time, such as ids and instants. Peers and 73b8c40 do not number
 * the events of an auction.
 */
export interface Written {
  /** The auctions, each with its entries in the audit log. */
  readonly auctions: readonly unknown[];
  readonly events: readonly unknown[];
}

export async function writtenRows(db: Connection, since: string): Promise<Written> {
  const { rows: auctions } = await db.query(
    `select to_jsonb(auctions) as auction, array(
       select to_jsonb(audit_log) - 'entry_id' from audit_log where subject_id = auction_id::text order by entry_id) as entries
     from auctions where created_at >= $1 order by title, auction_id`,
    [since],
  );
  const { rows: events } = await db.query(
    `select to_jsonb(webhook_events) - '{transaction_id,sequence}'::text[] as event from webhook_events where created_at >= $1 order by snapshot ->> 'title', event_id`,
    [since],
  );
  return { auctions: masked(auctions) as unknown[], events: masked(events) as unknown[] };
}

/** @throws with the first row that differs: to write down how thousands of them differ would take minutes */
export function checkSameRows(theirs: Written, ours: Written, title: string): void {
  for (const kind of ['auctions', 'events'] as const) {
    strictEqual(theirs[kind].length, ours[kind].length, `${title}: ${kind}`);
    const differing = theirs[kind].findIndex((row, index) => !isDeepStrictEqual(row, ours[kind][index]));
    if (differing !== -1) deepStrictEqual(theirs[kind][differing], ours[kind][differing], `${title}: ${kind}`);
  }
}
