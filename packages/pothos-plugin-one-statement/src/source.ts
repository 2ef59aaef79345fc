import type { Keyset } from './keyset.ts';

/** The rows of a list or of one object: a statement but its select list. */
export interface Source {
  /** Distinguishes the statements: the same name always has the same SQL. */
  readonly name: string;
  /** The table of the rows, which expressions and `from` name. */
  readonly table: string;
  /**
   * The statement from `from` on.
   *
   * @param now SQL of the present instant
   */
  readonly from: (now: string) => string;
  /** The parameter with the number of rows of a page, of which one more is read; `null`: at most one row. */
  readonly limit: string | null;
}

/** One page of a connection. */
export interface PageSource {
  /** Distinguishes the statements: the same name always has the same SQL. */
  readonly name: string;
  /** The table of the rows, which expressions name. */
  readonly table: string;
  readonly keyset: Keyset;
  /** The parameter with the number of rows to read: one more than the page has. */
  readonly limit: string;
  /**
   * The first rows after the key set, as a subquery in any order.
   *
   * @param now SQL of the present instant
   */
  readonly rows: (now: string) => string;
  /**
   * True if the page searches: `rows` then has the columns `is_item` and `is_last`. A row that is no item is only the last one that
   * was searched, after which the next page goes on.
   */
  readonly isSearch?: boolean;
  /**
   * Counts the rows on all pages together, as a query with the columns `total` and `is_exact`. If `is_exact` is false, there are at
   * least `total` rows.
   */
  readonly count: (now: string) => string;
}
