import { columnsOf, type ListOrder } from '../src/core/cursor-page.ts';

/** Returns the cursor of a row, as a connection has it. */
export function cursorOf<Row>(order: ListOrder<Row>, row: Row): string {
  const parts = columnsOf(order).map(({ field }) => {
    const value = row[field];
    return value instanceof Date ? value.getTime() : value;
  });
  return Buffer.from([order.name, ...parts].join(' ')).toString('base64url');
}
