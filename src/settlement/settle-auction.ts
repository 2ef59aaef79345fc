import type { BidDeps } from '../bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import type { Claimed } from '../payments/claim.ts';
import type { CaptureAnswer } from '../payments/gateway.ts';
import { readCapture, requestCapture } from '../payments/request-capture.ts';
import { recordCaptureRequest } from './capture-attempts.ts';
import { concludeCapture } from './conclude-capture.ts';
import { nextStep } from './next-step.ts';
import { waitOutDecline } from './wait-out-decline.ts';
import { releaseRefusedHold } from './release-refused-hold.ts';
import { isSellerStopped } from './settlement-holds.ts';

/** `waits`: a capture is under way, or its outcome is not known; no other hold is captured until it is. */
export type Settlement = 'settled' | 'waits' | 'nothing_due';

/**
 * Decides the winner of an auction that has ended: captures the hold of the highest bid, and falls back to the next highest
 * after a definite no and a confirmed cancellation of the refused hold. Every step is recorded before it is done, so that
 * another worker can resume the settlement after a crash. The provider is called outside of any transaction.
 */
export async function settleAuction(deps: BidDeps, auctionId: string): Promise<Settlement> {
  for (;;) {
    const step = await deps.db.transaction((tx) => nextStep(tx, auctionId));
    if (step.kind !== 'capture') {
      if (step.kind === 'settled') deps.live.announce(auctionId);
      return step.kind;
    }
    crashPoint('settle: capture recorded');
    const settlement = await capture(deps, step.claimed);
    if (settlement !== 'refused') return settlement;
    const released = await releaseRefusedHold(deps, step.claimed.authorizationId);
    if (released !== 'released') return released;
  }
}

/**
 * Resumes a settlement whose capture has no known outcome. While the captures of the seller are stopped, the payment is only
 * read: a request from before may have executed.
 *
 * @param claimed the `capturing` authorization, which the caller has just claimed
 */
export async function resumeSettlement(deps: BidDeps, claimed: Claimed): Promise<Settlement> {
  const found = (await isSellerStopped(deps.db, claimed.sellerId)) ? await readCapture(deps, claimed) : null;
  if (found?.outcome === 'unknown' || !(await recordCaptureRequest(deps.db, claimed))) return 'waits';
  crashPoint('settle: capture recorded again');
  const settlement = await (found === null ? capture(deps, claimed) : conclude(deps, claimed, found));
  if (settlement !== 'refused') return settlement;
  const released = await releaseRefusedHold(deps, claimed.authorizationId);
  return released === 'released' ? await settleAuction(deps, claimed.auctionId) : released;
}

async function capture(deps: BidDeps, claimed: Claimed): Promise<'settled' | 'waits' | 'refused'> {
  return await conclude(deps, claimed, await waitOutDecline(deps.db, claimed, await requestCapture(deps, claimed)));
}

async function conclude(deps: BidDeps, claimed: Claimed, answer: CaptureAnswer) {
  crashPoint('settle: provider answered');
  const concluded = await deps.db.transaction((tx) => concludeCapture(tx, claimed, answer));
  crashPoint('settle: conclusion recorded');
  if (concluded === 'settled') deps.live.announce(claimed.auctionId);
  return concluded;
}
