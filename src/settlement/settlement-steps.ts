import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { inBatches } from '../core/in-batches.ts';
import { type Release, recordReleases } from '../payments/holds/release-authorization.ts';
import { type AnsweredCapture, applyCaptures } from './apply-captures.ts';
import { recordNextSteps, type Step } from './record-next-steps.ts';

/** The steps that settlements record. Auctions that come to the same step at the same time take it in one transaction. */
export type SettlementSteps = ReturnType<typeof makeSteps>;

export function makeSteps({ db }: Pick<BidDeps, 'db'>) {
  return {
    recordNext: inBatches<string, Step>((auctionIds, isAlone) => recordNextSteps(db, auctionIds, isAlone)),
    applyCapture: inBatches((answered: readonly AnsweredCapture[], isAlone) => applyCaptures(db, answered, isAlone)),
    recordRelease: inBatches((releases: readonly Release[]) => recordReleases(db, releases)),
  };
}
