import type { KeyCache } from '../auth/key-cache.ts';
import { setViewer } from '../core/request-context.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import type { Counted } from '../limits/request-limits.ts';

/**
 * The sender of a request. A viewer from the key cache is trusted until a statement has checked that the key is
 * active: `queryAs` checks that with the statement itself. All other work waits for `verify`.
 */
export interface Caller {
  /** `null`: no key was sent. */
  readonly viewer: Viewer | null;
  /**
   * Checks that the key is active, unless a statement has checked it. A revoked key gets 401 before any other error.
   *
   * @throws Refusal `missing_api_key`, `invalid_api_key`, `seller_suspended`
   */
  verify(): Promise<Viewer | null>;
  /** Charges the request's budgets for more than one request. */
  charge(points: number): void;
}

/** The sender of a request that was counted, before its key is looked up. */
export interface Sender {
  readonly requestId: string;
  /** `tokenDigest` of the request. */
  readonly digest: string | null;
  readonly counted: Counted;
}

/**
 * Finds the caller who sends a request: from the cache, or by looking the key up.
 *
 * @param authenticate looks the key up
 * @throws Refusal as `verify`; `rate_limited` if the key was looked up now and its budget is spent
 */
export async function findCaller(
  { keyUse, keyCache }: Pick<Deps, 'keyUse'> & { keyCache: KeyCache },
  { digest, requestId, counted }: Sender,
  authenticate: () => Promise<Viewer | null>,
): Promise<Caller> {
  const cached = keyCache.find(digest);
  let isVerified = false;
  const onActiveKey = () => {
    if (isVerified || caller.viewer === null) return;
    isVerified = true;
    setViewer(caller.viewer);
    keyUse.note(caller.viewer.apiKeyId);
  };
  const caller = {
    viewer: cached === null ? null : ({ ...cached, requestId, onActiveKey } as Viewer),
    charge: (points: number) => counted.charge(points),
    async verify() {
      if (isVerified) return caller.viewer;
      const viewer = await authenticate();
      if (viewer !== null) keyCache.remember(digest, viewer);
      if (viewer !== null) await counted.countFoundKey();
      isVerified = true;
      return (caller.viewer = viewer === null ? null : { ...viewer, requestId });
    },
  };
  if (cached === null) await caller.verify();
  return caller;
}
