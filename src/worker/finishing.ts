import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BidDeps } from '../bids/bid-deps.ts';
import { claimUnfinished } from '../payments/claim-unfinished.ts';
import { type ClaimedCard, claimKeptCards, deleteKeptCard } from '../payments/delete-kept-card.ts';
import { type WorkKind, workKinds } from '../payments/work-kinds.ts';
import { findAuctionsToSettle, trySettling } from '../settlement/settle-due-auctions.ts';
import { finishClaimed } from '../settlement/finish-authorizations.ts';
import { makeSteps } from '../settlement/settlement-steps.ts';
import { attributesOf, inSpan } from '../tracing/span.ts';
import { makeWakeUp } from './repeat.ts';

/** The number of items of each kind that this process works on at once. */
const places: Record<WorkKind | 'settlement' | 'card', number> = {
  capture: 50,
  settlement: 50,
  bid: 20,
  renewal: 10,
  release: 50,
  card: 2,
};

/**
 * Finishes authorizations that any process began, and settles auctions that have ended. Each kind of work is claimed on its
 * own: thousands of releases, or calls that hang, delay no capture.
 */
export function startFinishing(deps: BidDeps, steps = makeSteps(deps)): AsyncDisposable {
  const settling = new Set<string>();
  const keepers = [
    keepClaiming(deps, {
      name: 'settlement',
      places: places.settlement,
      auctionOf: (auctionId: string) => auctionId,
      claim: async (limit) => {
        // The query finds an auction that this process is settling again, until its capture is recorded.
        const found = await findAuctionsToSettle(deps.db, limit + settling.size);
        return found.filter((auctionId) => !settling.has(auctionId)).slice(0, limit);
      },
      finish: async (auctionId) => {
        settling.add(auctionId);
        await trySettling(deps, auctionId, { ...steps, decide: steps.decideUnlocked });
        settling.delete(auctionId);
      },
    }),
    keepClaiming(deps, {
      name: 'card',
      places: places.card,
      claim: (limit) => claimKeptCards(deps.db, limit),
      auctionOf: () => null,
      finish: (claimed) => tryDeletingCard(deps, claimed),
    }),
    ...workKinds.map((kind) =>
      keepClaiming(deps, {
        name: kind,
        places: places[kind],
        claim: (limit) => claimUnfinished(deps.db, limit, { kind }),
        auctionOf: ({ auctionId }) => auctionId,
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

async function tryDeletingCard(deps: BidDeps, claimed: ClaimedCard): Promise<void> {
  try {
    await deleteKeptCard(deps, claimed);
  } catch (error) {
    deps.log.error(
      { err: error, authorizationId: claimed.authorizationId },
      'A kept card could not be deleted; retrying.',
    );
  }
}

/** One kind of work that a worker claims again and again. */
interface ClaimedWork<Item> {
  readonly name: string;
  /** The number of items that this process works on at once. */
  readonly places: number;
  claim(limit: number): Promise<Item[]>;
  /** Returns the auction that an item belongs to. */
  auctionOf(item: Item): string | null;
  /** Finishes an item. Must not throw. */
  finish(item: Item): Promise<void>;
}

const pauseMs = 1_000;

/**
 * The pause between two claims while there is more work than places: items that fail at once must not be claimed in a
 * loop.
 */
const shortPauseMs = 20;

/**
 * Claims work every second, and whenever a place becomes free while there is more. Each item runs by itself, so that
 * the slowest one delays no other. Any number of processes may claim.
 */
function keepClaiming<Item>({ log }: { log: Logger }, work: ClaimedWork<Item>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wakeUp = makeWakeUp();
  const underWay = new Set<Promise<void>>();

  const begin = (item: Item): void => {
    // A claim that found nothing leaves no trace; each item begins its own.
    const finishing = inSpan(work.name, { kind: 'CONSUMER', attributes: attributesOf(work.auctionOf(item)) }, () =>
      work.finish(item),
    ).finally(() => {
      underWay.delete(finishing);
      wakeUp.ring();
    });
    underWay.add(finishing);
  };

  const claiming = (async () => {
    while (!signal.aborted) {
      let isFull = false;
      try {
        const free = work.places - underWay.size;
        const items = free === 0 ? [] : await work.claim(free);
        items.forEach(begin);
        isFull = items.length === free;
      } catch (error) {
        log.warn({ err: error, kind: work.name }, 'Claiming unfinished work failed; retrying in a second.');
      }
      if (isFull) await wakeUp.rings(pauseMs, signal);
      await delay(isFull ? shortPauseMs : pauseMs, undefined, { signal }).catch(() => undefined);
    }
  })();

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await claiming;
      await Promise.all(underWay);
    },
  };
}
