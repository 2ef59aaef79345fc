import { waitForCapture } from '../auctions/wait-for-capture.ts';
import type { Deps } from '../payments/deps.ts';
import { type Done, type KeyedWork, type OnceAnswer, withIdempotencyKey } from './idempotency/with-idempotency-key.ts';
import { refuse } from './limits/limit-selections.ts';
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
    const bytes = Buffer.byteLength(done.answer.body);
    // Work that has committed already cannot be refused any more.
    if (bytes <= limits.storedAnswerBytes || !done.isKept || request.commitsByItself === true) return done;
    refuse(
      `The answer has ${bytes} bytes, of at most ${limits.storedAnswerBytes} under an Idempotency-Key: ask for fewer fields, or in several requests. Nothing was changed.`,
    );
  };
  return await waitForCapture(deps, () => withIdempotencyKey(deps, request, checked));
}
