import { maxTotalCount } from '../core/cursor-page.ts';

/**
 * Returns the query that `PageSource.count` describes. It reads at most one row more than it counts to.
 *
 * @param rows the table with an alias and its condition
 */
export function countUpToMaximum(rows: string): string {
  return `select least(count(*), ${maxTotalCount})::int as total, count(*) <= ${maxTotalCount} as is_exact
    from (select from ${rows} limit ${maxTotalCount + 1}) counted_rows`;
}

/**
 * Returns the rows with the ids of a page, as a subquery. An index finds a page far from the start by itself, so PostgreSQL passes over
 * its entries and reads no other row. `offset 0` keeps the planner from joining the whole table.
 *
 * @param page a subquery with the ids
 */
export function rowsOfIds(table: 'auctions' | 'bids', id: string, page: string): string {
  return `(select ${table}.* from ${page} page, lateral (select * from ${table} where ${id} = page.${id} offset 0) ${table})`;
}
