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

/**
 * Returns the select list of a row.
 *
 * @param names of the properties that the reader needs: PostgreSQL prepares each column for each execution
 */
export function selectList<Property extends string>(
  columns: Readonly<Record<Property, string>>,
  names: readonly NoInfer<Property>[] = Object.keys(columns) as Property[],
): string {
  return names.map((property) => `${columns[property]} as "${property}"`).join(', ');
}
