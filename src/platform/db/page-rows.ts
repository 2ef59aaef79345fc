import { orderOf } from '#one-statement/keyset.ts';
import type { PageSource } from '#one-statement/source.ts';
import { maxTotalCount } from '../../core/cursor-page.ts';

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
 * The number of rows that one page searches for what its index does not have: the page may be short, and the next one goes on from there.
 */
export const maxSearched = 5_000;

/**
 * Returns the rows of a page that searches, with the columns that `PageSource.isSearch` describes.
 *
 * @param page.rows a subquery of at most `maxSearched` rows after the key set
 * @param page.isItem SQL that is true for the rows that the page shows, over a row of the table
 */
export function searchedRows({
  table,
  keyset,
  limit,
  rows,
  isItem,
}: Pick<PageSource, 'table' | 'keyset' | 'limit'> & { readonly rows: string; readonly isItem: string }): string {
  const terms = orderOf(keyset);
  return `
    select * from (
      select *, ${isItem} as is_item, place_searched = ${maxSearched} as is_last from (
        select *, row_number() over (order by ${terms}) as place_searched
        from (${rows}) ${table} order by ${terms} limit ${maxSearched}
      ) ${table}
    ) ${table} where is_item or is_last order by ${terms} limit ${limit}`;
}

/**
 * Returns the query that `PageSource.count` describes, for a page that searches.
 *
 * @param rows the table with an alias and its condition
 */
export function searchedCount(table: string, rows: string, isItem: string): string {
  return `
    select least(count(*) filter (where is_item), ${maxTotalCount})::int as total,
      count(*) <= ${maxSearched} and count(*) filter (where is_item) <= ${maxTotalCount} as is_exact
    from (select ${isItem} as is_item from (select * from ${rows} limit ${maxSearched + 1}) ${table}) ${table}`;
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
