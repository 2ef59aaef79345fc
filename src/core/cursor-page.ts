import { z } from 'zod';
import { faultsIn } from './check-input.ts';
import { type Position, positionOf } from './cursor.ts';
import type { ListOrder } from './list-order.ts';
import { pageSizeLimit } from './page-input.ts';
import { type Fault, Refusal } from './refusal.ts';

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
export function checkCursorPage<Schema extends z.ZodType<z.output<typeof cursorPageInput>>, Row>(
  schema: Schema,
  order: ListOrder<Row>,
  raw: unknown,
  moreFaults: readonly Fault[] = [],
): { input: z.output<Schema>; page: CursorPageRequest } {
  const given = raw as Record<keyof z.input<typeof cursorPageInput>, unknown>;
  const faults = [...faultsIn(schema, raw), ...moreFaults, ...wayFaults(given), ...cursorFaults(order, given)];
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });

  const input = schema.parse(raw);
  const { first, after, last, before } = input;
  const backwards = last != null || before != null;
  const cursor = after ?? before;
  const from = cursor == null ? null : positionOf(order, cursor);
  return { input, page: { limit: first ?? last ?? pageSizeLimit, from, backwards } };
}

function wayFaults(given: Record<string, unknown>): Fault[] {
  if (given['first'] == null && given['after'] == null) return [];
  return ['last', 'before']
    .filter((name) => given[name] != null)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'invalid_value',
      detail: 'Pages lead one way: give first and after, or last and before.',
    }));
}

function cursorFaults<Row>(order: ListOrder<Row>, given: Record<string, unknown>): Fault[] {
  return ['after', 'before']
    .filter((name) => typeof given[name] === 'string' && positionOf(order, given[name]) === null)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'invalid_value',
      detail: 'Must be a cursor of this list in this order.',
    }));
}
