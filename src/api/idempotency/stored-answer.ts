import type { Connection } from '../../platform/db/database.ts';
import { deletedAtOnce, deleteOldRows } from '../../platform/db/delete-old-rows.ts';
import type { KeyedRequest } from './keyed-request.ts';

/** The stored answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The retention of an answer. */
const kept = `interval '24 hours'`;

/**
 * Locks the key until the end of the transaction, so that no second request can begin the same work.
 *
 * @returns true if the key was free; never waits
 */
export async function takeKey(tx: Connection, { sellerId, key }: KeyedRequest): Promise<boolean> {
  const { rows } = await tx.query<{ locked: boolean }>({
    name: 'take-idempotency-key',
    // If two keys have the same hash, one of them only has to retry.
    text: `select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 1)) as locked`,
    values: [sellerId, key],
  });
  return rows[0]!.locked;
}

/**
 * Finds the stored answer of the key and the request it belongs to; `null` if there is none, or it is too old. A
 * separate statement, because the one that locks the key sees only what was committed before it began.
 */
export async function findAnswer(
  tx: Connection,
  { sellerId, key }: KeyedRequest,
): Promise<{ answer: Answer; fingerprint: Buffer } | null> {
  const { rows } = await tx.query<Answer & { fingerprint: Buffer }>({
    name: 'find-answer',
    text: `select status, headers, body, fingerprint from idempotency_keys
      where seller_id = $1 and key = $2 and created_at > clock_timestamp() - ${kept}`,
    values: [sellerId, key],
  });
  if (rows[0] === undefined) return null;
  const { fingerprint, ...answer } = rows[0];
  return { answer, fingerprint };
}

/**
 * Stores an answer.
 *
 * @param answer replaces one that is too old to be found
 */
export async function storeAnswer(
  tx: Connection,
  { sellerId, key, fingerprint }: KeyedRequest,
  { status, headers, body }: Answer,
): Promise<void> {
  await tx.query({
    name: 'store-answer',
    text: `insert into idempotency_keys (seller_id, key, fingerprint, status, headers, body)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (seller_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
        headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`,
    values: [sellerId, key, fingerprint, status, JSON.stringify(headers), body],
  });
}

const answers = { table: 'idempotency_keys', since: 'created_at', retention: kept };

/** Deletes the answers past their retention, in batches. */
export async function deleteOldAnswers(db: Connection): Promise<void> {
  while ((await deleteOldRows(db, answers)) === deletedAtOnce);
}
