import { LRUCache } from 'lru-cache';
import type { QueryArrayConfig, QueryConfig } from 'pg';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Statements } from '../db/database.ts';
import { sessionSeconds } from '../db/session.ts';

/**
 * Begins the `with` of a statement for a viewer. Its query `viewer` is the seller's row while the key is active, and has
 * no row otherwise. `$1` is the seller, `$2` the key; the statement's own parameters begin at `$3`.
 *
 * PostgreSQL reads `viewer` in place, because the statement names it once and it calls no volatile function. Each table
 * is looked up by its own id: for small tables the planner would join them whole.
 */
export const withViewer = `with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
)`;

/** The number of the first parameter that a statement may use for itself. */
export const firstOwnParameter = 3;

/** A statement that begins with `withViewer` and returns at least one row if the query `viewer` has one. */
export interface ViewerStatement {
  /** The same name always has the same text. */
  readonly name: string;
  readonly text: string;
  /** The parameters from `$3` on. */
  readonly values: readonly unknown[];
}

/**
 * Runs a statement for a viewer, and notes that the key is active.
 *
 * @param first a statement to run before it in the same transaction and round trip
 * @throws Refusal `invalid_api_key` if the key is not active: then the statement has done nothing
 */
export async function queryAs<Row extends object>(
  db: Statements,
  viewer: Viewer,
  statement: ViewerStatement,
  first?: QueryConfig,
): Promise<Row> {
  const query = bound(viewer, statement);
  const { rows } = first === undefined ? await db.query<Row>(query) : (await db.pipeline([first, query]))[1]!;
  return checked(viewer, rows[0] as Row | undefined);
}

/**
 * Runs a statement as `queryAs` does, and returns its row as an array.
 *
 * @param isQuick true for the lookup of one thing, which may be sent together with others
 */
export async function queryArrayAs<Row extends unknown[]>(
  db: Statements,
  viewer: Viewer,
  statement: ViewerStatement,
  isQuick: boolean,
): Promise<Row> {
  const query: QueryArrayConfig = { ...bound(viewer, statement), rowMode: 'array' };
  const { rows } = isQuick ? await db.queryTogether<Row>(query) : await db.query<Row>(query);
  return checked(viewer, rows[0]);
}

function bound({ sellerId, apiKeyId }: Viewer, { name, text, values }: ViewerStatement) {
  return { ...(isUsedOften(name) && { name }), text, values: [sellerId, apiKeyId, ...values] };
}

function checked<Row>(viewer: Viewer, row: Row | undefined): Row {
  viewer.onCheckedKey?.(row !== undefined);
  if (row === undefined) throw new Refusal('invalid_api_key');
  return row;
}

// PostgreSQL keeps each named statement with its plan until the connection ends, which takes up to a quarter of a
// megabyte, and callers can send any number of different documents. So only reused statements get a name, up to a
// maximum number. A name makes room once every connection that may hold its statement has ended.

const maxNames = 200;
const usesBeforeName = 2;
/** The maximum number of statements without a name whose uses are counted. */
const maxCounted = 2_000;

/** Counts the uses of statements by name; the same name always has the same text. */
export function makeUseCounter(): (name: string) => boolean {
  const named = new LRUCache<string, true>({ max: maxNames, ttl: sessionSeconds * 1_000, updateAgeOnGet: true });
  const uses = new LRUCache<string, number>({ max: maxCounted });
  return (name) => {
    if (named.get(name) === true) return true;
    const earlier = uses.get(name) ?? 0;
    uses.set(name, earlier + 1);
    if (earlier < usesBeforeName) return false;
    named.purgeStale();
    if (named.size === maxNames) return false;
    named.set(name, true);
    return true;
  };
}

/**
 * Counts a use of a statement in this process.
 *
 * @returns true if PostgreSQL should keep the statement: from its third use on, while there is room
 */
const isUsedOften = makeUseCounter();
