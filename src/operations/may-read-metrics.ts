import { createHash, timingSafeEqual } from 'node:crypto';
import { identifyAdmin } from '../auth/identify.ts';
import { bearerToken } from '../core/request-headers.ts';
import type { Deps } from '../deps.ts';

/**
 * Admits a caller with `METRICS_TOKEN`, which allows nothing else, so that Prometheus needs no admin key; and admins.
 *
 * @throws Refusal `missing_api_key`, `invalid_api_key`; `insufficient_scope` without the scope `admin`
 */
export async function mayReadMetrics(deps: Deps, request: Request): Promise<void> {
  const { metricsToken } = deps.config;
  const token = bearerToken(request.headers.get('authorization'));
  if (metricsToken !== null && token !== null && isSame(token, metricsToken)) return;
  await identifyAdmin(deps, request);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
