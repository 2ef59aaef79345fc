import type { Connection } from './database.ts';

/** The maximum number of rows in one delete: a short step that delays no other statement. */
export const deletedAtOnce = 1_000;

/** Rows with a limited retention, as SQL. */
export interface RetainedRows {
  readonly table: string;
  /** The column with the creation time of a row; it has an index. */
  readonly since: string;
  /** The retention of a row, as an interval. */
  readonly retention: string;
  /** Limits the rows further; the index of `since` knows it. */
  readonly only?: string;
}

/**
 * Deletes some of the rows past their retention, the oldest first; skips rows that another process is deleting.
 *
 * @returns the number of rows; fewer than `deletedAtOnce` when these were all
 */
export async function deleteOldRows(
  db: Connection,
  { table, since, retention, only = 'true' }: RetainedRows,
): Promise<number> {
  const { rowCount } = await db.query(
    // Selects by an array of `ctid`s: for a join with that many rows the planner might read the whole table.
    `with old as materialized (
       select ctid from ${table} where ${only} and ${since} <= statement_timestamp() - ${retention}
       order by ${since} limit ${deletedAtOnce} for update skip locked
     )
     delete from ${table} where ctid = any (array (select ctid from old))`,
  );
  return rowCount ?? 0;
}
