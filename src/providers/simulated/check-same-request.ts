import { isDeepStrictEqual } from 'node:util';

/**
 * Checks that an idempotency key is used for one request only, so that its answer is never given to another request.
 *
 * @param earlier the request that the key was first used for, as it came back from JSON
 * @throws a plain error, as a reused key is a bug of the caller
 */
export function checkSameRequest(idempotencyKey: string | null, earlier: unknown, request: object): void {
  if (isDeepStrictEqual(earlier, JSON.parse(JSON.stringify(request)))) return;
  throw new Error(`The idempotency key ${idempotencyKey} was used for another request.`);
}
