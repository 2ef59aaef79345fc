import type { Database } from './database.ts';

/** How many are deleted at once, at most: a step that nobody waits for. */
export const deletedAtOnce = 1_000;

/** Rows that are not kept for ever, as SQL. */
export interface KeptRows {
  readonly table: string;
  /** The column that says since when a row is there; it has an index. */
  readonly since: string;
  /** For how long one is kept: an interval. */
  readonly kept: string;
}

/**
 * Deletes some of the rows that are no longer kept, the oldest first; what another process is deleting is left to it.
 *
 * @returns how many; fewer than `deletedAtOnce` when these were all
 */
export async function deleteOldRows(
  { pool }: Pick<Database, 'pool'>,
  { table, since, kept }: KeptRows,
): Promise<number> {
  const { rowCount } = await pool.query(
    // By an array of places: a join with that many rows may be planned to read the whole table. Each partition has the same
    // places, and at some of them stands what is not old.
    `with old as materialized (
       select tableoid, ctid from ${table} where ${since} <= statement_timestamp() - ${kept}
       order by ${since} limit ${deletedAtOnce} for update skip locked
     )
     delete from ${table} where ctid = any (array (select ctid from old))
       and (tableoid, ctid) in (select tableoid, ctid from old)`,
  );
  return rowCount ?? 0;
}
