/**
 * The rows of a list or of one object: a statement without its select list. Callers that want rows and callers that
 * want JSON text read the same ones.
 */
export interface Source {
  readonly name: string;
  /** The table of the rows, which SQL and `from` name. */
  readonly table: 'auctions' | 'bids';
  /**
   * The statement from `from` on.
   *
   * @param now SQL of the seller's instant
   */
  readonly from: (now: string) => string;
  readonly values: readonly unknown[];
  /** The number of rows of a page, of which one more is read; `null`: at most one row. */
  readonly limit: number | null;
}

/** SQL of each property of a row. */
export type ColumnsOf<Row> = { readonly [Property in keyof Row]-?: string };

/** The same for a row whose properties depend on the clock, given SQL of the seller's instant. */
export type ColumnsAt<Row> = (now: string) => ColumnsOf<Row>;

/** Returns the select list of a row. */
export function selectList(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([property, sql]) => `${sql} as "${property}"`)
    .join(', ');
}
