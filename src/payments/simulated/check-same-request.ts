import { isDeepStrictEqual } from 'node:util';

/**
 * A key stands for one request: its answer must not pass for another one's.
 *
 * @param earlier the request that the key was first used for, as it came back from JSON
 * @throws a plain error, as it is a bug of whoever made the key
 */
export function checkSameRequest(idempotencyKey: string | null, earlier: unknown, request: object): void {
  if (isDeepStrictEqual(earlier, JSON.parse(JSON.stringify(request)))) return;
  throw new Error(`The idempotency key ${idempotencyKey} was used for another request.`);
}
