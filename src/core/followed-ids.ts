import { AsyncLocalStorage } from 'node:async_hooks';
import { currentRequest, noteBid, setAuction } from './request-context.ts';

/** The ids by which a bid is followed through logs and traces. Any of them leads to the others. */
export interface FollowedIds {
  readonly auctionId?: string | null | undefined;
  readonly bidId?: string | null | undefined;
  readonly authorizationId?: string | null | undefined;
}

type KnownIds = { -readonly [Name in keyof FollowedIds]: string };

const scopes = new AsyncLocalStorage<KnownIds>();

/** Runs `work` about a bid, its hold or its auction: each line of the log and each span in it carries the ids. */
export function about<Result>(ids: FollowedIds, work: () => Result): Result {
  return scopes.run({ ...scopes.getStore() }, () => {
    learn(ids);
    return work();
  });
}

/** Adds ids that became known to the present work, and to its request. */
export function learn({ auctionId, bidId, authorizationId }: FollowedIds): void {
  const known = scopes.getStore() ?? {};
  if (auctionId != null) setAuction((known.auctionId = auctionId));
  if (bidId != null) noteBid({ bidId: (known.bidId = bidId) });
  if (authorizationId != null) noteBid({ authorizationId: (known.authorizationId = authorizationId) });
}

/** Returns the ids of the present work, otherwise those of the request, and the request that led to the work. */
export function followedIds(): KnownIds & { readonly requestId?: string } {
  const request = currentRequest();
  if (request === null) return scopes.getStore() ?? {};
  const { auctionId, bidId, authorizationId, requestId } = request;
  return { ...(scopes.getStore() ?? withoutAbsent({ auctionId, bidId, authorizationId })), requestId };
}

function withoutAbsent(ids: FollowedIds): KnownIds {
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id != null)) as KnownIds;
}
