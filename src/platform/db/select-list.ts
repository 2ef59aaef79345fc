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
