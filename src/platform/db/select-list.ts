/** SQL of each property of a row. */
export type ColumnsOf<Row> = { readonly [Property in keyof Row]-?: string };

/** The same for a row whose properties depend on the clock, given SQL of the seller's instant. */
export type ColumnsAt<Row> = (now: string) => ColumnsOf<Row>;

/**
 * Returns SQL of a row as JSON.
 *
 * @param prefix stands before the SQL of each property: the table and a dot
 */
export function jsonRow(columns: Readonly<Record<string, string>>, prefix = ''): string {
  const members = Object.entries(columns).map(([property, sql]) => `'${property}', ${prefix}${sql}`);
  return `jsonb_build_object(${members.join(', ')})`;
}

/** Returns the select list of a row. */
export function selectList(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([property, sql]) => `${sql} as "${property}"`)
    .join(', ');
}
