import type { Config } from '../config.ts';
import { setFailedLookup, setViewer } from '../core/request-context.ts';
import { requireScope, type Viewer } from '../core/viewer.ts';
import { Refusal } from '../core/refusal.ts';
import type { Connection } from '../db/database.ts';
import { readSession } from './admin-session.ts';
import { authenticate } from './authenticate.ts';
import { isSameOrigin } from './is-same-origin.ts';
import type { KeyUse } from './keys-in-use.ts';
import { readSessionCookie } from './session-cookie.ts';

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
  const { publicUrl } = deps.config;
  const token = readSessionCookie(request, publicUrl);
  if (token === null || !isSameOrigin(request, publicUrl)) return null;
  const viewer = await readSession(deps.db, token);
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
  const viewer = await identify(deps, request).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  return viewer?.scopes.has('admin') === true ? viewer : null;
}
