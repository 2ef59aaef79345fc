/** The type of a column in an order; a cursor holds its text. */
export type OrderColumnType = 'timestamptz' | 'uuid' | 'int';

export interface OrderColumn<Row> {
  /** The name of the column in SQL. */
  readonly column: string;
  /** The name of the same column in a row that was read. */
  readonly field: keyof Row & string;
  readonly type: OrderColumnType;
}

/** Consecutive columns with the same direction: one comparison of rows covers them, so that one index serves it. */
export interface OrderRun<Row> {
  readonly descending: boolean;
  readonly columns: readonly OrderColumn<Row>[];
}

/** A total order of a list. A list can be read from any row, in both directions. */
export interface ListOrder<Row> {
  /** Part of each cursor, so that a cursor of another list or order is refused. */
  readonly name: string;
  readonly runs: readonly OrderRun<Row>[];
}

export function columnsOf<Row>({ runs }: ListOrder<Row>): OrderColumn<Row>[] {
  return runs.flatMap(({ columns }) => columns);
}
