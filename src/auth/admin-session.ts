import { createHash, randomBytes } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import type { Scope, SellerMode, Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';

// A browser that an admin key was exchanged in. Its token is in a cookie, and only the token's digest is stored: whoever
// reads the database cannot sign in with what it finds, and nothing is compared that could be guessed byte by byte.

/** A session ends after so long without a request, and after `longest` whatever is asked. */
const idle = `interval '30 minutes'`;
const longest = `interval '8 hours'`;

/** How long a browser may keep the cookie; the session itself may end earlier. */
export const longestSessionSeconds = 8 * 3_600;

const tokenPattern = /^[\w-]{43}$/;

/** @returns the token: 256 random bits, to be handed to the browser and kept nowhere */
export async function openSession({ db }: { db: Pick<Database, 'pool'> }, viewer: Viewer): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await inTransaction(db, async (tx) => {
    await tx.query('delete from admin_sessions where expires_at <= clock_timestamp()');
    await tx.query(
      `insert into admin_sessions (digest, api_key_id, expires_at) values ($1, $2, clock_timestamp() + ${idle})`,
      [digestOf(token), viewer.apiKeyId],
    );
    await remember(tx, viewer, 'signIn');
  });
  return token;
}

/** Ends a session at once, on every process. */
export async function closeSession(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  token: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.query('delete from admin_sessions where digest = $1', [digestOf(token)]);
    if (rowCount === 1) await remember(tx, viewer, 'signOut');
  });
}

/**
 * Who asks with a session. It lives as long as its key does: revoking or expiring the key, or suspending its seller, ends
 * it at once. Its use puts off its end, at most once a minute.
 *
 * @returns `null` for a token that is none, or none any more
 */
export async function readSession(connection: Connection, token: string): Promise<Viewer | null> {
  if (!tokenPattern.test(token)) return null;
  const { rows } = await connection.query<Omit<Viewer, 'scopes'> & { scopes: Scope[]; mode: SellerMode }>({
    name: 'read-session',
    text: `
      with living as (
        select k.api_key_id, s.seller_id, s.mode, k.scopes
        from admin_sessions a join api_keys k using (api_key_id) join sellers s using (seller_id)
        where a.digest = $1 and a.expires_at > clock_timestamp() and s.suspended_at is null
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
      ), put_off as (
        update admin_sessions set expires_at = least(created_at + ${longest}, clock_timestamp() + ${idle})
        where digest = $1 and exists (select from living)
          and expires_at < least(created_at + ${longest}, clock_timestamp() + ${idle} - interval '1 minute')
      )
      select api_key_id as "apiKeyId", seller_id as "sellerId", mode, scopes from living`,
    values: [digestOf(token)],
  });
  const found = rows[0];
  return found === undefined ? null : { ...found, scopes: new Set(found.scopes) };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function remember(tx: Connection, viewer: Viewer, action: 'signIn' | 'signOut'): Promise<void> {
  return recordAudit(tx, viewer, {
    action,
    subjectType: 'api_key',
    subjectId: viewer.apiKeyId,
    before: null,
    after: null,
  });
}
