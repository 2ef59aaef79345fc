import type { Connection } from '../db/database.ts';

/** What a request was answered with. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Who sent which request under which key. */
export interface KeyedRequest {
  readonly sellerId: string;
  readonly key: string;
  /** From `requestFingerprint`. */
  readonly fingerprint: Buffer;
}

/** For so long an answer is kept. */
export const kept = `interval '24 hours'`;

/**
 * Takes the key until the end of the transaction, so that no second request can begin the same work.
 *
 * @returns whether it was free; it never waits
 */
export async function takeKey(tx: Connection, { sellerId, key }: KeyedRequest): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>({
    name: 'take-idempotency-key',
    // Two keys of the same number only make one of them wait for a retry.
    text: `select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 1)) as taken`,
    values: [sellerId, key],
  });
  return rows[0]!.taken;
}

/**
 * What was answered under the key, and to which request; `null` where nothing was, or too long ago. A statement of its
 * own, as one that takes the key sees only what was committed before it began to.
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

/** @param answer takes the place of one that is too old to be found */
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
