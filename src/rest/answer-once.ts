import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { requestFingerprint } from '../idempotency/request-fingerprint.ts';
import { withIdempotencyKey } from '../idempotency/with-idempotency-key.ts';
import type { ReadRequest } from './check-request.ts';
import { problem } from './problem.ts';
import { type RestAnswer, textOf } from './rest-answer.ts';

/**
 * Answers a request that has an idempotency key: with what `run` answers, or with what it answered before, refusals
 * included, whose `requestId` is then the old one.
 *
 * @throws Refusal `idempotency_key_in_use`, `idempotency_key_reused`
 */
export async function answerOnce(
  deps: Deps,
  { sellerId, key, requestId }: { sellerId: string; key: string; requestId: string },
  { route, path, query, text }: ReadRequest,
  run: (deps: Deps) => Promise<RestAnswer>,
): Promise<RestAnswer> {
  const { publicUrl } = deps.config;
  // The case of an id makes no other request of it.
  const fingerprint = requestFingerprint({
    method: route.method,
    path: `/v1${path.toLowerCase()}?${new URLSearchParams(query)}`,
    body: text,
  });
  const { isReplay, ...answer } = await withIdempotencyKey(deps, { sellerId, key, fingerprint }, async (its) => {
    const given = await run(its).catch((thrown: unknown) => {
      if (thrown instanceof Refusal) return problem(thrown, { publicUrl, requestId });
      throw thrown;
    });
    // Whatever is refused before the work begins, such as for want of a scope, has not come here.
    return {
      answer: { ...given, body: textOf(given.body) },
      isKept: given.status < 500,
      isUndone: given.status >= 400,
    };
  });
  return isReplay ? { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } } : answer;
}
