import type { BidDeps } from '../bids/bid-deps.ts';
import { inBatches } from '../core/in-batches.ts';
import { type RecordRelease, recordReleases } from '../holds/release-authorization.ts';
import { type AnsweredCapture, concludeCaptures, type Conclusion } from './conclude-captures.ts';
import { nextSteps, type Step } from './next-steps.ts';

/** What settlements record. Auctions that come to the same step at the same time take it in one transaction. */
export interface SettlementSteps {
  readonly decide: (auctionId: string) => Promise<Step>;
  /** The same for a caller that looks again: an auction that is locked `waits`. */
  readonly decideUnlocked: (auctionId: string) => Promise<Step>;
  readonly conclude: (answered: AnsweredCapture) => Promise<Conclusion>;
  readonly recordRelease: RecordRelease;
}

export function makeSteps({ db }: Pick<BidDeps, 'db'>): SettlementSteps {
  return {
    decide: inBatches((auctionIds, isAlone) => nextSteps(db, auctionIds, { isAlone })),
    decideUnlocked: inBatches((auctionIds, isAlone) => nextSteps(db, auctionIds, { isAlone, passesOverLocked: true })),
    conclude: inBatches((answered, isAlone) => concludeCaptures(db, answered, isAlone)),
    recordRelease: inBatches((releases) => recordReleases(db, releases)),
  };
}
