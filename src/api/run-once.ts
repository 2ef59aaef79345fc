import { waitForCapture } from '../auctions/wait-for-capture.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { type Done, type KeyedWork, type OnceAnswer, withIdempotencyKey } from '../idempotency/with-idempotency-key.ts';
import { limits } from './limits/operation-limits.ts';

/**
 * Does the work of a request under an idempotency key once. A cancellation that meets a capture under way waits for its
 * outcome, and meanwhile holds no transaction, no connection and no lock.
 *
 * @throws Refusal as `withIdempotencyKey`; `invalid_request` for an answer that is too long to be stored
 */
export async function runOnce(
  deps: Deps,
  request: KeyedWork,
  work: (deps: Deps) => Promise<Done>,
): Promise<OnceAnswer> {
  const checked = async (its: Deps) => {
    const done = await work(its);
    // Work that has committed already cannot be refused any more.
    if (done.isKept && request.commitsByItself !== true) refuseLongAnswer(done.answer.body);
    return done;
  };
  using wait = waitForCapture(deps.db);
  for (;;) {
    try {
      return await withIdempotencyKey(deps, request, checked);
    } catch (error) {
      const capturing = error instanceof Refusal ? error.capturing : null;
      if (capturing === null || !(await wait.goesOn(capturing))) throw error;
    }
  }
}

/**
 * Refuses an answer that is too long to be stored: the work is rolled back.
 *
 * @throws Refusal `invalid_request`
 */
function refuseLongAnswer(body: string): void {
  const bytes = Buffer.byteLength(body);
  if (bytes <= limits.storedAnswerBytes) return;
  const detail = `The answer has ${bytes} bytes, of at most ${limits.storedAnswerBytes} under an Idempotency-Key: ask for fewer fields, or in several requests. Nothing was changed.`;
  throw new Refusal('invalid_request', { detail });
}
