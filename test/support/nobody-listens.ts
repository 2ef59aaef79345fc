import { makeFollowedRequests } from '../../src/platform/live/followed-requests.ts';
import type { Live } from '../../src/platform/live/live.ts';

/** Announces nothing: for tests of what happens to the money. */
export const nobodyListens: Live = {
  announce: () => undefined,
  subscribe: () => () => undefined,
  requests: makeFollowedRequests(() => undefined),
  [Symbol.asyncDispose]: async () => undefined,
};
