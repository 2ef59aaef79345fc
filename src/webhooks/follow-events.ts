import { setTimeout as delay } from 'node:timers/promises';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { type FeedEvent, feedStart, findPosition, readFeed } from './find-events.ts';

const maxAtOnce = 200;

/** How soon a stream shows an event: it looks again after this pause. */
const pauseMs = 500;

/**
 * Streams the events of the viewer, the oldest first, none missed however slowly they are read.
 *
 * @param after the id of the last event that the reader has; `null`: from the oldest event that is kept
 * @throws Refusal `invalid_request` where there is no such event
 */
export async function followEvents(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  after: string | null,
): Promise<AsyncIterableIterator<FeedEvent>> {
  let last = after === null ? feedStart : await findPosition(deps, viewer, after);
  const waiting: FeedEvent[] = [];
  const ending = new AbortController();

  async function nextEvent(): Promise<FeedEvent | undefined> {
    while (!ending.signal.aborted && waiting.length === 0) {
      waiting.push(...(await readFeed(deps, viewer, last, maxAtOnce)));
      if (waiting.length > 0) break;
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    return ending.signal.aborted ? undefined : waiting.shift();
  }

  const events: AsyncIterableIterator<FeedEvent> = {
    async next() {
      const event = await nextEvent();
      if (event === undefined) return { done: true, value: undefined };
      last = event;
      return { done: false, value: event };
    },
    async return() {
      ending.abort();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return events;
}
