import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import { claimUnfinished } from '../../payments/holds/claim.ts';
import { claimKeptCards, deleteKeptCard } from '../../payments/holds/delete-kept-card.ts';
import { askRefund, claimRefunds } from '../../settlement/reversals/ask-refund.ts';
import { type WorkKind, workKinds } from '../../payments/providers/work-kinds.ts';
import { findAuctionsToSettle, trySettling } from '../../settlement/settle-due-auctions.ts';
import { finishClaimed } from '../../settlement/finish-authorizations.ts';
import { makeSteps } from '../../settlement/settlement-steps.ts';
import { keepClaiming } from './keep-claiming.ts';
import { makeRightOfWay } from './right-of-way.ts';

/** The number of items of each kind that this process works on at once. */
const places: Record<WorkKind, number> = { capture: 50, bid: 20, renewal: 10, release: 50 };

/** Added while items end quickly: a batch is recorded while the provider answers the next one, and a third one is claimed. */
const morePlaces = 100;

/**
 * Finishes authorizations that any process began, and settles auctions that have ended. Each kind of work is claimed on its
 * own: thousands of releases, or calls that hang, delay no capture. Releases rest while sales wait for a place.
 */
export function startFinishing(
  deps: BidDeps,
  { steps = makeSteps(deps), rightOfWay = makeRightOfWay() } = {},
): AsyncDisposable {
  const settling = new Set<string>();
  const keepers = [
    keepClaiming(deps, {
      name: 'settlement',
      places: 50,
      morePlaces: () => morePlaces,
      onClaimed: (isBehind) => rightOfWay.note('settlement', isBehind),
      about: (auctionId: string) => ({ id: auctionId, auctionId }),
      claim: (limit) => findAuctionsToSettle(deps.db, limit, { except: settling }),
      finish: async (auctionId) => {
        settling.add(auctionId);
        await trySettling(deps, auctionId, steps);
        settling.delete(auctionId);
      },
    }),
    keepClaiming(deps, {
      name: 'card',
      places: 2,
      claim: (limit) => claimKeptCards(deps.db, limit),
      about: ({ authorizationId }) => ({ id: authorizationId, authorizationId }),
      finish: (claimed) => deleteKeptCard(deps, claimed),
    }),
    keepClaiming(deps, {
      name: 'refund',
      places: 10,
      claim: (limit) => claimRefunds(deps.db, limit),
      about: ({ refundId, authorizationId, auctionId }) => ({ id: refundId, authorizationId, auctionId }),
      finish: (claimed) => askRefund(deps, claimed),
    }),
    ...workKinds.map((kind) =>
      keepClaiming(deps, {
        name: kind,
        places: places[kind],
        ...(kind === 'release' && { morePlaces: () => morePlaces, givesWay: () => rightOfWay.isBehind('settlement') }),
        onClaimed: (isBehind) => rightOfWay.note(kind, isBehind),
        claim: (limit) => claimUnfinished(deps.db, kind, limit),
        about: ({ authorizationId, auctionId, bidId }) => ({ id: authorizationId, authorizationId, auctionId, bidId }),
        finish: (claimed) => finishClaimed(deps, claimed, steps),
      }),
    ),
  ];
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(keepers.map((keeper) => keeper[Symbol.asyncDispose]()));
    },
  };
}
