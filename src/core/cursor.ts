import { columnsOf, type ListOrder, type OrderColumnType } from './list-order.ts';
import { isUuid } from './uuid.ts';

/** The position of a row in an order: the texts of its columns, as PostgreSQL takes them. */
export type Position = readonly string[];

/** The last instant that PostgreSQL and JavaScript write alike: the end of the year 9999, in unix milliseconds. */
const lastInstantMs = 253_402_300_799_999;
const largestInt = 2_147_483_647;

/**
 * Reads a cursor: the position of a row in the list, as an opaque text, which `cursorSql` writes. The cursor holds the
 * values of the order's columns, not a row count, so that the next page starts at the same row even if rows were added
 * meanwhile.
 *
 * @returns `null` for a text that is no cursor of this list in this order
 */
export function positionOf<Row>(order: ListOrder<Row>, cursor: string): Position | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node decodes the valid part and drops the rest: a cut or mistyped cursor would name another row.
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
