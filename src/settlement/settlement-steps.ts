import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { inBatches } from '../core/in-batches.ts';
import { type Release, recordReleases } from '../payments/holds/release-authorization.ts';
import { type AnsweredCapture, concludeCaptures } from './conclude-captures.ts';
import { nextSteps, type Step } from './next-steps.ts';

/** The steps that settlements record. Auctions that come to the same step at the same time take it in one transaction. */
export type SettlementSteps = ReturnType<typeof makeSteps>;

export function makeSteps({ db }: Pick<BidDeps, 'db'>) {
  return {
    decide: inBatches<string, Step>((auctionIds, isAlone) => nextSteps(db, auctionIds, { isAlone })),
    /** The same for a caller that looks again: an auction that is locked `waits`. */
    decideUnlocked: inBatches<string, Step>((auctionIds, isAlone) =>
      nextSteps(db, auctionIds, { isAlone, passesOverLocked: true }),
    ),
    conclude: inBatches((answered: readonly AnsweredCapture[], isAlone) => concludeCaptures(db, answered, isAlone)),
    recordRelease: inBatches((releases: readonly Release[]) => recordReleases(db, releases)),
  };
}
