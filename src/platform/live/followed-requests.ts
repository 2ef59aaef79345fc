import { followNews } from './follow-news.ts';

/** An answered request as a follower sees it: without its body, its query and its key. */
export interface FollowedRequest {
  readonly method: string;
  /** The path as the routes have it: `/v1/auctions/:auctionId` */
  readonly route: string;
  /** The root field of the schema, `several`, or `null` if the request did not get so far. */
  readonly operation: string | null;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
  /** The code of the refusal, or of the first error of a GraphQL answer. */
  readonly code: string | null;
  /** How many requests after this one are left out. */
  missed: number;
}

/** The channels of NOTIFY: who follows, and what is followed. */
export const followChannels = { following: 'requests_followed', answered: 'requests_answered' } as const;

/** A process repeats what its followers follow. When it ends or loses them, the others forget it. */
const sayAgainMs = 5_000;
const rememberedMs = 15_000;
const gatherMs = 100;
/** In one gathering, of a key, of a process: PostgreSQL passes notifications on one after the other. */
const maxGathered = 50;
/** Waiting for a slow reader. */
const maxWaiting = 1_000;
/** A notification holds 8,000 bytes; a request takes about 300. */
const requestsInNotification = 20;

export type FollowedRequests = ReturnType<typeof makeFollowedRequests>;

/**
 * Shows the requests of a key to those who follow it, whichever process answers them. Nothing is stored.
 *
 * @param notify sends each payload to all processes, this one included; never throws
 */
export function makeFollowedRequests(notify: (channel: string, payloads: string[]) => void) {
  const followers = new Map<string, Set<(request: FollowedRequest) => void>>();
  const followedUntilMs = new Map<string, number>();
  let gathered = new Map<string, FollowedRequest[]>();
  let sending: NodeJS.Timeout | undefined;

  const saying = setInterval(() => {
    if (followers.size > 0) notify(followChannels.following, [...followers.keys()]);
    for (const [apiKeyId, untilMs] of followedUntilMs) {
      if (untilMs < performance.now()) followedUntilMs.delete(apiKeyId);
    }
  }, sayAgainMs);
  saying.unref();

  function send(): void {
    const payloads = [...gathered].flatMap(([apiKeyId, requests]) =>
      inPieces(requests, requestsInNotification).map((piece) => `${apiKeyId} ${JSON.stringify(piece)}`),
    );
    gathered = new Map();
    notify(followChannels.answered, payloads);
  }

  return {
    /** Never throws and never waits. `make` is not called unless somebody follows the key. */
    record(apiKeyId: string, make: () => FollowedRequest): void {
      if (!followedUntilMs.has(apiKeyId)) return;
      if (gathered.size === 0) sending = setTimeout(send, gatherMs).unref();
      const requests = gathered.get(apiKeyId) ?? [];
      gathered.set(apiKeyId, requests);
      if (requests.length < maxGathered) requests.push(make());
      else requests.at(-1)!.missed += 1;
    },
    /** The requests of the key from now on. */
    follow(apiKeyId: string): AsyncIterableIterator<FollowedRequest, undefined> {
      const ofKey = followers.get(apiKeyId) ?? new Set();
      const waiting: FollowedRequest[] = [];
      const { items, wake } = followNews(
        () => waiting.splice(0),
        () => {
          ofKey.delete(put);
          if (ofKey.size === 0 && followers.get(apiKeyId) === ofKey) followers.delete(apiKeyId);
        },
      );
      const put = (request: FollowedRequest) => {
        if (waiting.length < maxWaiting) waiting.push({ ...request });
        else waiting.at(-1)!.missed += 1 + request.missed;
        wake();
      };
      followers.set(apiKeyId, ofKey.add(put));
      notify(followChannels.following, [apiKeyId]);
      return items;
    },
    /** Takes a notification of one of the channels. */
    receive(channel: string, payload: string): void {
      if (channel === followChannels.following) {
        followedUntilMs.set(payload, performance.now() + rememberedMs);
        return;
      }
      const apiKeyId = payload.slice(0, payload.indexOf(' '));
      const ofKey = followers.get(apiKeyId);
      if (ofKey === undefined) return;
      const requests = JSON.parse(payload.slice(apiKeyId.length + 1)) as FollowedRequest[];
      for (const put of ofKey) requests.forEach(put);
    },
    [Symbol.dispose](): void {
      clearInterval(saying);
      clearTimeout(sending);
    },
  };
}

export function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
