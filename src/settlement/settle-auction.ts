import type { BidDeps } from '../bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import { inTransaction } from '../db/transaction.ts';
import { requestCapture } from '../payments/request-capture.ts';
import type { TakenUp } from '../payments/take-up.ts';
import { recordCaptureRequest } from './capture-attempts.ts';
import { concludeCapture } from './conclude-capture.ts';
import { nextStep } from './next-step.ts';

/** `waits`: a capture is under way, or its outcome is not known; nobody else is asked to pay until it is. */
export type Settlement = 'settled' | 'waits' | 'nothing_due';

/**
 * Decides the winner of an auction that has ended: asks the highest bidder's funds, and on a definite no the next
 * highest's, and so on. Every step is written down before it is taken, so that whoever comes next goes on from there;
 * the provider is asked outside of any transaction.
 */
export async function settleAuction(deps: BidDeps, auctionId: string): Promise<Settlement> {
  for (;;) {
    const step = await inTransaction(deps.db, (tx) => nextStep(tx, auctionId));
    if (step.kind !== 'capture') {
      if (step.kind === 'settled') deps.live.announce(auctionId);
      return step.kind;
    }
    crashPoint('settle: capture recorded');
    const settlement = await capture(deps, step.taken);
    if (settlement !== 'refused') return settlement;
  }
}

/**
 * Takes a settlement up again whose capture has no known outcome.
 *
 * @param taken the `capturing` authorization, which the caller has just taken up
 */
export async function resumeSettlement(deps: BidDeps, taken: TakenUp): Promise<Settlement> {
  await recordCaptureRequest(deps.db.pool, taken);
  crashPoint('settle: capture recorded again');
  const settlement = await capture(deps, taken);
  return settlement === 'refused' ? await settleAuction(deps, taken.auctionId) : settlement;
}

async function capture(deps: BidDeps, taken: TakenUp): Promise<'settled' | 'waits' | 'refused'> {
  const answer = await requestCapture(deps, taken);
  crashPoint('settle: provider answered');
  const concluded = await inTransaction(deps.db, (tx) => concludeCapture(tx, taken, answer));
  crashPoint('settle: conclusion recorded');
  if (concluded === 'settled') deps.live.announce(taken.auctionId);
  return concluded;
}
