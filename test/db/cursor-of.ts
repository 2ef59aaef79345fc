import { columnsOf, type ListOrder } from '#one-statement/keyset.ts';

/** Returns the cursor of a row, as a connection has it. */
export function cursorOf(order: ListOrder, row: object): string {
  const parts = columnsOf(order).map(({ column }) => {
    const field = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value: unknown = row[field as keyof typeof row];
    return value instanceof Date ? value.getTime() : value;
  });
  return Buffer.from([order.name, ...parts].join(' ')).toString('base64url');
}
