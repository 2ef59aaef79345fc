import { columnsOf, type Keyset, type ListOrder, type OrderColumn } from '#one-statement/keyset.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import { z } from 'zod';
import { faultsIn } from './check-input.ts';
import { pageSizeLimit } from './page-input.ts';
import { type Fault, Refusal } from './refusal.ts';
import { isUuid } from './uuid.ts';

/** The largest number that `totalCount` counts to. To count further would read as many rows as the list has. */
export const maxTotalCount = 1_000;

const pageSize = z.int().min(1).max(pageSizeLimit);

/**
 * The arguments of every connection: a part of a list, by cursors (Relay's "GraphQL Cursor Connections
 * Specification"). `null` is accepted as absent, because the usual clients send it for the first page.
 */
export const cursorPageInput = z.strictObject({
  first: pageSize.nullish(),
  after: z.string().nullish(),
  last: pageSize.nullish(),
  before: z.string().nullish(),
});

type ColumnTypes = Readonly<Record<string, OrderColumn['type']>>;

/** Returns the order of a list by these columns, each from its smallest value on. The last one breaks ties. */
export function ascending(name: string, types: ColumnTypes): ListOrder {
  return inOneRun(name, types, false);
}

/** Returns the order of a list by these columns, each from its largest value on. The last one breaks ties. */
export function descending(name: string, types: ColumnTypes): ListOrder {
  return inOneRun(name, types, true);
}

function inOneRun(name: string, types: ColumnTypes, isDescending: boolean): ListOrder {
  const columns = Object.entries(types).map(([column, type]) => ({ column, type }));
  return { name, runs: [{ descending: isDescending, columns }] };
}

export interface CursorPageRequest {
  /** The number of items, 1 to 100. */
  readonly limit: number;
  /** The position to read from; `null`: the first or last row, depending on the direction. */
  readonly from: Position | null;
  readonly backwards: boolean;
}

/**
 * Checks the arguments of a connection.
 *
 * @param order the order that the cursors must belong to
 * @param moreFaults faults that the caller found by itself
 * @returns the checked input, and the page that it names
 * @throws Refusal `invalid_request` with every fault
 */
export function checkCursorPage<Schema extends z.ZodType<z.output<typeof cursorPageInput>>>(
  schema: Schema,
  order: ListOrder,
  raw: unknown,
  moreFaults: readonly Fault[] = [],
): { input: z.output<Schema>; page: CursorPageRequest } {
  const given = raw as Record<keyof z.input<typeof cursorPageInput>, unknown>;
  const faults = [...faultsIn(schema, raw), ...moreFaults];
  const refuse = (name: string, detail: string) =>
    void faults.push({ pointer: `/${name}`, code: 'invalid_value', detail });
  for (const name of ['last', 'before'] as const) {
    if (given[name] == null || (given.first == null && given.after == null)) continue;
    refuse(name, 'Pages lead one way: give first and after, or last and before.');
  }
  for (const name of ['after', 'before'] as const) {
    if (typeof given[name] !== 'string' || positionOf(order, given[name]) !== null) continue;
    refuse(name, 'Must be a cursor of this list in this order.');
  }
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });

  const input = schema.parse(raw);
  const { first, after, last, before } = input;
  const backwards = last != null || before != null;
  const cursor = after ?? before;
  const from = cursor == null ? null : positionOf(order, cursor);
  return { input, page: { limit: first ?? last ?? pageSizeLimit, from, backwards } };
}

/** The position of a row in an order: the texts of its columns, as PostgreSQL takes them. */
type Position = readonly string[];

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
function positionOf(order: ListOrder, cursor: string): Position | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node decodes the valid part and drops the rest: a cut or mistyped cursor would name another row.
  if (bytes.toString('base64url') !== cursor) return null;
  const [name, ...parts] = bytes.toString().split(' ');
  const columns = columnsOf(order);
  if (name !== order.name || parts.length !== columns.length) return null;
  const position = columns.map(({ type }, index) => readPart[type](parts[index]!));
  return position.every((part) => part !== null) ? position : null;
}

const readPart: Record<OrderColumn['type'], (text: string) => string | null> = {
  timestamptz: (text) => (isCount(text, lastInstantMs) ? new Date(Number(text)).toISOString() : null),
  uuid: (text) => (isUuid(text) ? text : null),
  int: (text) => (isCount(text, largestInt) ? text : null),
  bigint: (text) => (isCount(text, Number.MAX_SAFE_INTEGER) ? text : null),
  bytea: (text) => (/^(?:[\da-f]{2})+$/.test(text) ? `\\x${text}` : null),
  text: (text) => (/^\w+$/.test(text) ? text : null),
};

function isCount(text: string, most: number): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(text) && Number(text) <= most;
}

/** The page that a list reads. */
export interface KeysetPage {
  readonly order: ListOrder;
  /** The rows start after this one, in the direction of the page. */
  readonly from: Position | null;
  readonly backwards: boolean;
  /** The number of rows to read: one more than the page has. */
  readonly limit: number;
}

/** The rows of a page in the order in which they were read, which may be backwards. */
export interface RowsRead<Row> {
  readonly rows: readonly Row[];
}

/** A page of a list, as a connection shows it. */
export interface ListPage<Row> extends Countable {
  readonly nodes: Row[];
  readonly edges: { readonly cursor: string; readonly node: Row }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** A connection whose items are counted if a count is selected. A planned statement counts by itself. */
export interface Countable {
  readonly count?: () => Promise<{ readonly total: number; readonly isExact: boolean }>;
}

/** Returns the key set of a page, for SQL. */
export function keysetOf({ order, backwards, from }: KeysetPage, parameter: Parameters): Keyset {
  return { order, backwards, from: from?.map(parameter) ?? null };
}

/**
 * Reads a page of a list whose rows have the columns of the order as properties.
 *
 * @param read reads rows after a position
 * @throws Refusal `invalid_request` with every fault
 */
export async function readListPage<Schema extends z.ZodType<z.output<typeof cursorPageInput>>, Row extends object>(
  schema: Schema,
  order: ListOrder,
  raw: unknown,
  read: (page: KeysetPage, input: z.output<Schema>) => Promise<RowsRead<Row>>,
): Promise<ListPage<Row>> {
  const { input, page } = checkCursorPage(schema, order, raw);
  const { limit, from, backwards } = page;
  const { rows } = await read({ order, from, backwards, limit: limit + 1 }, input);
  const nodes = backwards ? rows.slice(0, limit).toReversed() : rows.slice(0, limit);
  const edges = nodes.map((node) => ({ node, cursor: cursorOf(order, node) }));
  const hasMore = rows.length > limit;
  const counting = async () => {
    const all = await read({ order, from: null, backwards: false, limit: maxTotalCount + 1 }, input);
    return { total: Math.min(all.rows.length, maxTotalCount), isExact: all.rows.length <= maxTotalCount };
  };
  let counted: ReturnType<typeof counting> | undefined;
  return {
    nodes,
    edges,
    pageInfo: {
      hasNextPage: backwards ? from !== null : hasMore,
      hasPreviousPage: backwards ? hasMore : from !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    // Two fields show it.
    count: () => (counted ??= counting()),
  };
}

/** Writes the cursor of a row as `cursorSql` does. */
function cursorOf(order: ListOrder, row: object): string {
  const parts = columnsOf(order).map(({ column }) => partOf(Reflect.get(row, propertyOf(column))));
  return Buffer.from([order.name, ...parts].join(' ')).toString('base64url');
}

/** Returns the property that has the value of a column: `createdAt` of `created_at`. */
export function propertyOf(column: string): string {
  return column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the column of a property: `created_at` of `createdAt`. */
export function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function partOf(value: unknown): string {
  if (value instanceof Date) return String(value.getTime());
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
