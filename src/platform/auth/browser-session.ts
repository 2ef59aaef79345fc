import { hash, randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { recordAudit } from '../audit/record-audit.ts';
import { isOwnOrigin } from '../../core/own-origin.ts';
import type { Scope, SellerMode, Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';

// The session of a browser in which a key was exchanged: an operator's for the pages of admins, a seller's for the seller's pages. Its
// token is in a cookie, and only a digest of the token is stored: a reader of the database cannot sign in, and no comparison reveals the
// token byte by byte.

/** The pages that a session is for. Each has a cookie of its own. */
export type Door = 'admin' | 'seller';

/** A session ends after so long without a request, and after `longest` however active it is. */
const idle = `interval '30 minutes'`;
const longest = `interval '8 hours'`;

/** The lifetime of the cookie; the session itself may end earlier. */
const maxSessionSeconds = 8 * 3_600;

const tokenPattern = /^[\w-]{43}$/;

/** The digest depends on the door: a token opens no other door, under whatever name it is sent. */
function digestOf(door: Door, token: string): Buffer {
  return hash('sha256', door === 'admin' ? token : `${door} ${token}`, 'buffer');
}

/** The caller by a session. */
export interface SessionViewer extends Viewer {
  /** `tokenDigest` of the session's key, by which its requests are counted. */
  readonly keyDigest: string;
}

/** The place that a session is used from. */
export interface SessionPlace {
  /** `null`: not known. */
  readonly address: string | null;
  /** The header `User-Agent`. */
  readonly userAgent: string | null;
}

/**
 * Opens a session.
 *
 * @param earlier the token that the browser has sent: the new session replaces its session
 * @returns the token: 256 random bits, for the browser only, never stored
 */
export async function openSession(
  { db }: { db: Database },
  door: Door,
  viewer: Viewer,
  { address, userAgent }: SessionPlace,
  earlier: string | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.transaction(async (tx) => {
    await tx.query('delete from admin_sessions where expires_at <= clock_timestamp() or digest = $1', [
      digestOf(door, earlier ?? ''),
    ]);
    await tx.query(
      `insert into admin_sessions (digest, api_key_id, expires_at, address, browser)
       values ($1, $2, clock_timestamp() + ${idle}, $3, $4)`,
      [digestOf(door, token), viewer.apiKeyId, address, browserOf(userAgent)],
    );
    await remember(tx, viewer, 'signIn');
  });
  return token;
}

/** Ends a session at once, on every process. */
export async function closeSession({ db }: { db: Database }, door: Door, viewer: Viewer, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.query('delete from admin_sessions where digest = $1', [digestOf(door, token)]);
    if (rowCount === 1) await remember(tx, viewer, 'signOut');
  });
}

/** A session, for the people who may end it. */
export interface OpenSession {
  /** Names the session in a form. No token can be made of it. */
  readonly sessionId: string;
  /** True for the session that asks. */
  readonly isThisOne: boolean;
  /** The first characters of its key. */
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly address: string | null;
  readonly browser: string | null;
}

/** The sessions of a door that a viewer may end: those of the own key, and with `keys:write` or `admin` those of all keys of the seller. */
const ownSessions = `
  admin_sessions a join api_keys k using (api_key_id)
  where k.seller_id = $1 and (k.api_key_id = $2 or $3) and ('admin' = any(k.scopes)) = $4 and a.expires_at > clock_timestamp()`;

function ownedBy({ sellerId, apiKeyId, scopes }: Viewer, door: Door): unknown[] {
  return [sellerId, apiKeyId, scopes.has('keys:write') || scopes.has('admin'), door === 'admin'];
}

/** Finds the open sessions, the one that was used last first. */
export async function findSessions(
  db: Connection,
  door: Door,
  viewer: Viewer,
  token: string | null,
): Promise<OpenSession[]> {
  const { rows } = await db.query<OpenSession>({
    name: 'find-sessions',
    text: `
      select encode(a.digest, 'hex') as "sessionId", a.digest = $5 as "isThisOne", k.prefix, a.created_at as "createdAt",
        coalesce(a.last_used_at, a.created_at) as "lastUsedAt", a.address, a.browser
      from ${ownSessions}
      order by coalesce(a.last_used_at, a.created_at) desc, a.digest limit 100`,
    values: [...ownedBy(viewer, door), digestOf(door, token ?? '')],
  });
  return rows;
}

/**
 * Ends a session, or all of them, at once on every process.
 *
 * @param sessionId `null`: all
 */
export async function endSessions(
  { db }: { db: Database },
  door: Door,
  viewer: Viewer,
  sessionId: string | null,
): Promise<void> {
  if (sessionId !== null && !/^[\da-f]{64}$/.test(sessionId)) return;
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ apiKeyId: string }>(
      `delete from admin_sessions where digest in (
         select a.digest from ${ownSessions} and ($5::text is null or encode(a.digest, 'hex') = $5))
       returning api_key_id as "apiKeyId"`,
      [...ownedBy(viewer, door), sessionId],
    );
    for (const { apiKeyId } of rows) await remember(tx, viewer, 'signOut', apiKeyId);
  });
}

const browsers = [
  ['Edge', /Edg/],
  ['Opera', /OPR/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** Names the browser and the system of a `User-Agent`, for a person to recognize; `null`: neither is known. */
function browserOf(userAgent: string | null): string | null {
  const named = [browsers, systems].flatMap(
    (all) => all.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? [],
  );
  return named.length === 0 ? null : named.join(', ');
}

/**
 * Finds the viewer of a session. A session lives as long as its key: revoking or expiring the key, or suspending its
 * seller, ends it at once. Each use extends the session, at most once a minute.
 *
 * @param place where it is used from
 * @returns `null` for a token that is unknown or has ended
 */
export async function readSession(
  connection: Connection,
  door: Door,
  token: string,
  { address, userAgent }: SessionPlace,
): Promise<SessionViewer | null> {
  if (!tokenPattern.test(token)) return null;
  const { rows } = await connection.query<
    Omit<SessionViewer, 'scopes' | 'keyDigest'> & { scopes: Scope[]; mode: SellerMode; digest: Buffer }
  >({
    name: 'read-session',
    text: `
      with active as (
        select k.api_key_id, s.seller_id, s.mode, k.scopes, k.digest
        from admin_sessions a join api_keys k using (api_key_id) join sellers s using (seller_id)
        where a.digest = $1 and a.expires_at > clock_timestamp() and s.suspended_at is null
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
      ), put_off as (
        update admin_sessions set expires_at = least(created_at + ${longest}, clock_timestamp() + ${idle}),
          last_used_at = clock_timestamp(), address = coalesce($2, address), browser = coalesce($3, browser)
        where digest = $1 and exists (select from active)
          and expires_at < least(created_at + ${longest}, clock_timestamp() + ${idle} - interval '1 minute')
      )
      select api_key_id as "apiKeyId", seller_id as "sellerId", mode, scopes, digest from active`,
    values: [digestOf(door, token), address, browserOf(userAgent)],
  });
  if (rows[0] === undefined) return null;
  const { digest, scopes, ...found } = rows[0];
  return { ...found, scopes: new Set(scopes), keyDigest: digest.toString('base64url') };
}

function remember(
  tx: Connection,
  viewer: Viewer,
  action: 'signIn' | 'signOut',
  apiKeyId = viewer.apiKeyId,
): Promise<void> {
  return recordAudit(tx, viewer, {
    action,
    subjectType: 'api_key',
    subjectId: apiKeyId,
  });
}

/**
 * Reads the token from a request's cookie; `null`: there is none. Over https the name begins with `__Host-`: browsers
 * accept such a cookie from this host alone, so that no neighbouring host can plant a session.
 */
export function readSessionCookie(request: Request, door: Door, publicUrl: string): string | null {
  const name = nameOf(door, publicUrl);
  return parse(request.headers.get('cookie') ?? '', name)[name] ?? null;
}

/**
 * Writes the cookie.
 *
 * @param token `null` removes the cookie
 */
export function sessionCookie(token: string | null, door: Door, publicUrl: string): string {
  return serialize(nameOf(door, publicUrl), token ?? '', {
    path: '/',
    httpOnly: true,
    // A seller comes by the links of messages, too.
    sameSite: door === 'seller' ? 'Lax' : 'Strict',
    secure: isSecure(publicUrl),
    maxAge: token === null ? 0 : maxSessionSeconds,
  });
}

function nameOf(door: Door, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${door}` : door;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** Checks whether somebody has followed a link of another site or of a message: the answer is shown to nobody else. */
export function isFollowedLink({ method, headers }: Request): boolean {
  const isPage = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return method === 'GET' && isPage;
}

/**
 * Checks whether a request with a cookie comes from one of the service's own pages, or from a typed address. Browsers
 * send this in headers that no page can set (Fetch Metadata, RFC 6454); without them only reads are allowed.
 */
export function isSameOrigin({ method, headers }: Request, publicUrl: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const origin = headers.get('origin');
  if (origin !== null && !isOwnOrigin(origin, publicUrl)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || (site === 'none' && reads);
  return origin !== null || reads;
}
