/**
 * The rows of a list or of one thing: everything of a statement but what is selected of them. Whoever wants rows and
 * whoever wants JSON text read the same ones.
 */
export interface Source {
  readonly name: string;
  /** The table that they are rows of: SQL goes by its name, and so does `from`. */
  readonly table: 'auctions' | 'bids';
  /** From `from` on. */
  readonly from: string;
  readonly values: readonly unknown[];
  /** How many a page has, of which one more is read; `null`: one row at the most. */
  readonly limit: number | null;
}

/** SQL of each property of a row. */
export type ColumnsOf<Row> = { readonly [Property in keyof Row]-?: string };

/** The select list that makes a row, as our code has it, of one of a table. */
export function selectList(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([property, sql]) => `${sql} as "${property}"`)
    .join(', ');
}
