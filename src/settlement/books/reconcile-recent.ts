import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import type { Gateway } from '../../payments/providers/gateway.ts';
import { ProviderBusy, reconcile } from './reconcile.ts';
import {
  addDifferences,
  claimReconciliation,
  giveBackReconciliation,
  keepReconciliation,
  recordPass,
} from './reconciliations.ts';

/** The provider lists what was opened since. Older payments are read if they are open in our books. */
const recentMs = 24 * 3_600_000;

/** Bounds one pass to 10,000 listed payments, or 1,000 that are read one by one. The next pass continues there. */
const maxPages = 10;

/** The pause while the provider takes no more calls. */
const busySeconds = 60;

/**
 * Compares a provider's payments of the last day, and older ones that are open, with the books and does what is safe, in bounded passes. Only one process
 * compares at a time.
 */
export async function reconcileRecent(
  deps: BidDeps,
  gateway: Gateway,
  everySeconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  const { name: provider } = gateway;
  const claim = await claimReconciliation(db, provider);
  if (claim === null) return;
  const since = new Date(claim.beganAt.getTime() - recentMs);
  const keep = async () => {
    signal?.throwIfAborted();
    await keepReconciliation(db, claim);
  };
  const scope = { since, repair: true, priority: 'cleanup', onAsked: keep } as const;
  let { found, continuesAfter } = claim;
  let pages = 0;
  try {
    for await (const { differences, next } of reconcile(deps, gateway, scope, continuesAfter)) {
      found = addDifferences(found, differences);
      for (const difference of differences.filter(({ isForeign }) => !isForeign)) {
        log.warn({ provider, ...difference }, 'The books and the provider differ.');
      }
      continuesAfter = next;
      pages += 1;
      if (pages === maxPages || signal?.aborted === true) break;
      await keep();
    }
    await recordPass(db, claim, { next: continuesAfter, found, nextInSeconds: everySeconds });
  } catch (error) {
    if (signal?.aborted === true) return await giveBackReconciliation(db, claim, { failure: null, nextInSeconds: 0 });
    if (error instanceof ProviderBusy) {
      log.info({ provider }, 'The books are compared later: more urgent calls come first.');
      await giveBackReconciliation(db, claim, { failure: null, nextInSeconds: busySeconds });
      return;
    }
    log.warn({ err: error, provider }, 'The books could not be compared with the provider; retrying.');
    await giveBackReconciliation(db, claim, { failure: (error as Error).message, nextInSeconds: everySeconds });
  }
}
