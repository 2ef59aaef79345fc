import type { BidDeps } from '../bids/bid-deps.ts';
import type { Gateway } from '../providers/gateway.ts';
import { checkCaptured, ProviderBusy, reconcilePage } from './reconcile.ts';
import {
  addDifferences,
  claimReconciliation,
  keepReconciliation,
  postponeReconciliation,
  recordFailure,
  recordPass,
} from './reconciliations.ts';

/** The provider lists what was opened since. Of older payments those are read that are open in our books. */
const recentMs = 24 * 3_600_000;

/** Bounds one pass to 10,000 listed payments, or 1,000 that are read one by one. The next pass continues there. */
const maxPages = 10;

/** The pause while the provider takes no more calls. */
const busySeconds = 60;

/**
 * Compares a provider's payments of the last day, and older ones that are open, with the books and does what is safe, in bounded passes. Only one process
 * compares at a time.
 *
 * @returns whether a pass was due here and has succeeded
 */
export async function reconcileRecent(
  deps: BidDeps,
  gateway: Gateway,
  everySeconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const claim = await claimReconciliation(deps.db, gateway.name);
  if (claim === null) return false;
  const since = new Date(claim.beganAt.getTime() - recentMs);
  let { found, continuesAfter: after } = claim;
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const options = {
        since,
        after,
        auctionId: null,
        repair: true,
        allReversals: false,
        priority: 'cleanup',
      } as const;
      const compared = await reconcilePage(deps, gateway, options);
      const differences = [...compared.differences, ...(await checkCaptured(deps.db, compared.captured))];
      found = addDifferences(found, differences);
      for (const difference of differences.filter(({ isForeign }) => !isForeign)) {
        deps.log.warn({ provider: gateway.name, ...difference }, 'The books and the provider differ.');
      }
      after = compared.next;
      if (after === null || signal?.aborted === true) break;
      await keepReconciliation(deps.db, claim);
    }
    await recordPass(deps.db, claim, { next: after, found, nextInSeconds: everySeconds });
    return true;
  } catch (error) {
    if (error instanceof ProviderBusy) {
      deps.log.info({ provider: gateway.name }, 'The books are compared later: more urgent calls come first.');
      await postponeReconciliation(deps.db, claim, busySeconds);
      return false;
    }
    deps.log.warn(
      { err: error, provider: gateway.name },
      'The books could not be compared with the provider; retrying.',
    );
    await recordFailure(deps.db, claim, { reason: (error as Error).message, nextInSeconds: everySeconds });
    return false;
  }
}
