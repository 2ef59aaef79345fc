import { columnsOf, type ListOrder, type OrderColumnType } from './list-order.ts';
import { isUuid } from './uuid.ts';

/** Where in an order a row stands: the texts of its columns, as PostgreSQL takes them. */
export type Position = readonly string[];

/** The last instant that PostgreSQL and JavaScript write alike: the end of the year 9999, in unix milliseconds. */
const lastInstantMs = 253_402_300_799_999;
const largestInt = 2_147_483_647;

/**
 * Where a row stands in a list, as a text that a client hands back and need not understand. It holds what the row's place is
 * made of and no number of rows before it, so that the list goes on at the same row whatever was added meanwhile.
 */
export function cursorOf<Row>(order: ListOrder<Row>, row: Row): string {
  const parts = columnsOf(order).map(({ field }) => {
    const value = row[field];
    return value instanceof Date ? value.getTime() : value;
  });
  return Buffer.from([order.name, ...parts].join(' ')).toString('base64url');
}

/** @returns `null` for a text that is no cursor of this list in this order */
export function positionOf<Row>(order: ListOrder<Row>, cursor: string): Position | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node decodes what it can and leaves out the rest; a cursor that was cut or mistyped would lead elsewhere.
  if (bytes.toString('base64url') !== cursor) return null;
  const [name, ...parts] = bytes.toString().split(' ');
  const columns = columnsOf(order);
  if (name !== order.name || parts.length !== columns.length) return null;
  const position = columns.map(({ type }, index) => readPart[type](parts[index]!));
  return position.every((part) => part !== null) ? position : null;
}

const readPart: Record<OrderColumnType, (text: string) => string | null> = {
  timestamptz: (text) => (isCount(text, lastInstantMs) ? new Date(Number(text)).toISOString() : null),
  uuid: (text) => (isUuid(text) ? text : null),
  int: (text) => (isCount(text, largestInt) ? text : null),
};

function isCount(text: string, most: number): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(text) && Number(text) <= most;
}
