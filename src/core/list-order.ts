/** What a column of an order holds; each has one text in a cursor. */
export type OrderColumnType = 'timestamptz' | 'uuid' | 'int';

export interface OrderColumn<Row> {
  /** The name of the column in SQL. */
  readonly column: string;
  /** The same of a row that was read. */
  readonly field: keyof Row & string;
  readonly type: OrderColumnType;
}

/** Columns that go the same way, so that an index is searched by all of them at once. */
export interface OrderRun<Row> {
  readonly descending: boolean;
  readonly columns: readonly OrderColumn<Row>[];
}

/** A total order that a list can be read in, from any of its rows on and either way. */
export interface ListOrder<Row> {
  /** Stands in the cursors, so that one of another list or another order is told apart. */
  readonly name: string;
  readonly runs: readonly OrderRun<Row>[];
}

export function columnsOf<Row>({ runs }: ListOrder<Row>): OrderColumn<Row>[] {
  return runs.flatMap(({ columns }) => columns);
}
