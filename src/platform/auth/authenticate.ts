import type { Config } from '../config.ts';
import { bearerToken, tokenDigest } from '../../core/request-headers.ts';
import { isWellFormedApiKey } from './api-key.ts';
import { setFailedLookup, setViewer } from '../../core/request-context.ts';
import { Refusal } from '../../core/refusal.ts';
import { requireScope, type Scope, type Viewer } from '../../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import {
  type Door,
  isFollowedLink,
  isSameOrigin,
  readSession,
  readSessionCookie,
  type SessionViewer,
} from './browser-session.ts';
import type { KeyUse } from './keys-in-use.ts';

/**
 * Finds the viewer of an API key. Every request reads the key's row, so that a revocation, and a seller's suspension,
 * take effect at once on every process.
 *
 * @param authorization the Authorization header (RFC 6750; the scheme is case-insensitive), `null` when absent
 * @param digest `tokenDigest` of the header, if the caller has it already
 * @throws Refusal `missing_api_key` without a bearer token, `invalid_api_key` if it is not an active key,
 *   `seller_suspended`
 */
export async function authenticate(
  { db, keyUse }: { db: Connection; keyUse: KeyUse },
  authorization: string | null,
  digest = tokenDigest(authorization),
): Promise<Viewer> {
  const token = bearerToken(authorization);
  if (token === null || digest === null) throw new Refusal('missing_api_key');
  if (!isWellFormedApiKey(token)) throw unknownKey();
  const { rows } = await db.query<Omit<Viewer, 'scopes'> & { scopes: Scope[]; isSuspended: boolean }>({
    name: 'authenticate',
    text: `
      select k.api_key_id as "apiKeyId", s.seller_id as "sellerId", s.mode, k.scopes, k.auction_ids as "auctionIds", k.origins,
        s.suspended_at is not null as "isSuspended"
      from api_keys k join sellers s using (seller_id)
      where k.digest = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > clock_timestamp())`,
    values: [Buffer.from(digest, 'base64url')],
  });
  if (rows[0] === undefined) throw unknownKey();
  const { isSuspended, scopes, ...key } = rows[0];
  if (isSuspended) throw new Refusal('seller_suspended');
  keyUse.note(key.apiKeyId);
  setViewer(key);
  return { ...key, scopes: new Set(scopes) };
}

function unknownKey(): Refusal {
  setFailedLookup();
  return new Refusal('invalid_api_key');
}

interface IdentifyDeps {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly db: Connection;
  readonly keyUse: KeyUse;
}

/**
 * Finds the viewer of a request: by the API key in the header, or else by the admin session in the cookie, which is
 * accepted only from the service's own pages.
 *
 * @returns `null` without both, and for a session that has ended
 * @throws Refusal `missing_api_key` for a malformed header, `invalid_api_key`, `seller_suspended`
 */
export async function identify(deps: IdentifyDeps, request: Request, digest?: string | null): Promise<Viewer | null> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return authenticate(deps, authorization, digest);
  return await findInSession(deps, request, 'admin');
}

/**
 * Finds the viewer of the session in a request's cookie, which is accepted only from the service's own pages, and where a seller follows a
 * link.
 *
 * @param address where it comes from; `null`: not known
 * @returns `null` without a session, and for one that has ended
 */
export async function findInSession(
  deps: IdentifyDeps,
  request: Request,
  door: Door,
  address: string | null = null,
): Promise<SessionViewer | null> {
  const { publicUrl } = deps.config;
  const token = readSessionCookie(request, door, publicUrl);
  const isOurs = isSameOrigin(request, publicUrl) || (door === 'seller' && isFollowedLink(request));
  if (token === null || !isOurs) return null;
  const viewer = await readSession(deps.db, door, token, { address, userAgent: request.headers.get('user-agent') });
  if (viewer === null) {
    setFailedLookup();
    return null;
  }
  deps.keyUse.note(viewer.apiKeyId);
  setViewer(viewer);
  return viewer;
}

/**
 * Finds the admin who sends a request.
 *
 * @throws Refusal as `identify`; `missing_api_key` without a viewer, `insufficient_scope` without the scope `admin`
 */
export async function identifyAdmin(deps: IdentifyDeps, request: Request): Promise<Viewer> {
  const viewer = await identify(deps, request);
  if (viewer === null) throw new Refusal('missing_api_key');
  requireScope(viewer, 'admin');
  return viewer;
}

/** Finds the admin who sends a request; `null` for any other caller: for pages, which then show the sign-in. */
export async function findAdmin(deps: IdentifyDeps, request: Request): Promise<Viewer | null> {
  return await identifyAdmin(deps, request).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}
