import { columnsOf, type ListOrder, type OrderRun } from '../core/list-order.ts';

// A page of a list begins behind a row (a key set), and not behind a number of rows: it costs the same wherever it lies, and
// rows that are added meanwhile shift nothing.

/** What a list is read by. */
export interface Keyset<Row> {
  readonly order: ListOrder<Row>;
  readonly backwards: boolean;
  /** The number of the parameter that the row's place begins at, one for each column; `null`: from the start. */
  readonly from: number | null;
}

/**
 * The first rows behind the key set, as a subquery in any order. Each branch is one range of an index and stops at the limit.
 *
 * @param rows the table with an alias and its condition: `bids where auction_id = $1`
 * @param limit SQL
 */
export function rowsBehind<Row>(keyset: Keyset<Row>, rows: string, limit: string): string {
  return branchesOf(keyset)
    .map((condition) => `(select * from ${rows} and ${condition} order by ${orderOf(keyset)} limit ${limit})`)
    .join(' union all ');
}

/** Is a row behind the key set? For rows that are few anyway. */
export function isBehind<Row>(keyset: Keyset<Row>): string {
  return branchesOf(keyset)
    .map((condition) => `(${condition})`)
    .join(' or ');
}

/** What follows `order by`. */
export function orderOf<Row>({ order, backwards }: Omit<Keyset<Row>, 'from'>): string {
  const columns = order.runs.flatMap((run) => {
    const way = run.descending === backwards ? 'asc' : 'desc';
    return run.columns.map(({ column }) => `${column} ${way}`);
  });
  return columns.join(', ');
}

/**
 * The conditions that together are "behind that row": for each run, the same in the runs before it and behind in this. As
 * one condition with `or` in it they would be checked row by row instead of searched for in an index.
 */
function branchesOf<Row>({ order, backwards, from }: Keyset<Row>): string[] {
  if (from === null) return ['true'];
  const parameters = new Map(columnsOf(order).map(({ column, type }, index) => [column, `$${from + index}::${type}`]));
  const list = ({ columns }: OrderRun<Row>) => `(${columns.map(({ column }) => column).join(', ')})`;
  const place = ({ columns }: OrderRun<Row>) => `(${columns.map(({ column }) => parameters.get(column)).join(', ')})`;
  return order.runs.map((run, index) => {
    const same = order.runs.slice(0, index).map((earlier) => `${list(earlier)} = ${place(earlier)}`);
    const behind = `${list(run)} ${run.descending === backwards ? '>' : '<'} ${place(run)}`;
    return [...same, behind].join(' and ');
  });
}
