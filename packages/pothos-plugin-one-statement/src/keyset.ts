// A page of a list begins after a row (a key set), not after a number of rows: every page costs the same, and rows
// that are added meanwhile shift nothing.

export interface OrderColumn {
  /** The name of the column in SQL. */
  readonly column: string;
  /** A cursor holds the text of the value. */
  readonly type: 'timestamptz' | 'uuid' | 'int' | 'bigint' | 'bytea' | 'text';
}

/** Consecutive columns with the same direction: one comparison of rows covers them, so that one index serves it. */
export interface OrderRun {
  readonly descending: boolean;
  readonly columns: readonly OrderColumn[];
}

/** A total order of a list. A list can be read from any row, in both directions. */
export interface ListOrder {
  /** Part of each cursor, so that a cursor of another list or order is refused. */
  readonly name: string;
  readonly runs: readonly OrderRun[];
}

/** The order and the position of a page. */
export interface Keyset {
  readonly order: ListOrder;
  readonly backwards: boolean;
  /** The parameters of the position, one for each column; `null`: from the start. */
  readonly from: readonly string[] | null;
}

export function columnsOf({ runs }: ListOrder): OrderColumn[] {
  return runs.flatMap(({ columns }) => columns);
}

/**
 * The first rows after the key set, as a subquery in any order. Each branch is one range of an index and stops at the limit.
 *
 * @param rows the table with an alias and its condition: `bids where auction_id = $1`
 * @param limit SQL
 */
export function rowsBehind(keyset: Keyset, rows: string, limit: string): string {
  return branchesOf(keyset)
    .map((condition) => `(select * from ${rows} and ${condition} order by ${orderOf(keyset)} limit ${limit})`)
    .join(' union all ');
}

/** Returns SQL that checks whether a row is after the key set. For small sets of rows. */
export function isBehind(keyset: Keyset): string {
  return branchesOf(keyset)
    .map((condition) => `(${condition})`)
    .join(' or ');
}

/** Names a statement by those of these parts that are not empty. PostgreSQL keeps 63 characters of a name. */
export function statementName(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('-');
}

/** Names the kind of page: each direction, from the start or from a row on, is a statement of its own. */
export function nameOfWay({ backwards, from }: { backwards: boolean; from: unknown }): string {
  return statementName(backwards ? 'back' : 'on', from === null ? '' : 'from');
}

/** Returns SQL of the cursor of a row: in base64url, the name of the order and the texts of its columns. */
export function cursorSql(order: ListOrder): string {
  const parts = columnsOf(order).map(({ column, type }) =>
    type === 'timestamptz' ? `(extract(epoch from ${column}) * 1000)::bigint` : column,
  );
  // base64url has other signs than base64, no lines, and no padding.
  const base64 = `encode(convert_to(concat_ws(' ', '${order.name}', ${parts.join(', ')}), 'UTF8'), 'base64')`;
  return `translate(${base64}, E'+/=\\n', '-_')`;
}

/** Returns the terms after `order by`. */
export function orderOf({ order, backwards }: Omit<Keyset, 'from'>): string {
  const columns = order.runs.flatMap((run) => {
    const way = run.descending === backwards ? 'asc' : 'desc';
    return run.columns.map(({ column }) => `${column} ${way}`);
  });
  return columns.join(', ');
}

/**
 * Returns the conditions that together mean "after that row": for each run, equal in the earlier runs and after in
 * this one. One condition with `or` would be checked row by row and use no index.
 */
function branchesOf({ order, backwards, from }: Keyset): string[] {
  if (from === null) return ['true'];
  const parameters = new Map(columnsOf(order).map(({ column, type }, index) => [column, `${from[index]!}::${type}`]));
  const list = ({ columns }: OrderRun) => `(${columns.map(({ column }) => column).join(', ')})`;
  const place = ({ columns }: OrderRun) => `(${columns.map(({ column }) => parameters.get(column)).join(', ')})`;
  return order.runs.map((run, index) => {
    const same = order.runs.slice(0, index).map((earlier) => `${list(earlier)} = ${place(earlier)}`);
    const after = `${list(run)} ${run.descending === backwards ? '>' : '<'} ${place(run)}`;
    return [...same, after].join(' and ');
  });
}
