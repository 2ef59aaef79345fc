import type { BidDeps } from '../bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import { recordCaptureOutside, reportSurprise } from '../holds/capture-outside.ts';
import { type Claimed, claim } from '../holds/claim.ts';
import { moveFor } from '../holds/move-for.ts';
import { finishRelease } from '../holds/release-authorization.ts';
import { winCaptured } from './complete-auctions.ts';

/**
 * Cancels a hold whose capture was refused, before the next bid is tried: a capture request that we gave up on could
 * still execute later.
 *
 * @returns `settled`: the hold was captured after all, and its bid has won. `released`: the hold cannot be captured any
 *   more. `waits`: the provider has not confirmed yet that the hold is cancelled
 */
export async function releaseRefusedHold(
  deps: BidDeps,
  authorizationId: string,
): Promise<'settled' | 'released' | 'waits'> {
  const claimed = await claim(deps.db, authorizationId, ['releasing']);
  // Another process has released the hold, or is about to.
  if (claimed === null) return 'released';
  const observation = await finishRelease(deps, claimed);
  if (observation.outcome === 'captured') return await adoptCapture(deps, claimed, observation.capturedInCents);
  return moveFor(claimed, observation).move === null ? 'waits' : 'released';
}

/**
 * Treats a payment that was to be released and was found captured. If settlement has requested the capture, an earlier request
 * has executed, and its bid wins. Otherwise, and once the auction is completed, somebody has captured it at the provider.
 *
 * @param claimed a `releasing` authorization that was found captured
 * @returns `waits` if the bid does not win now
 */
export async function adoptCapture(
  deps: BidDeps,
  claimed: Claimed,
  capturedInCents: number,
): Promise<'settled' | 'waits'> {
  const { authorizationId, attempt, auctionId } = claimed;
  const { isWon, outside } = await deps.db.transaction(async (tx) => {
    await tx.query(lockAuction(auctionId));
    const known = { ...claimed, isRequested: await isRequested(tx, claimed) };
    const { move } = moveFor(known, { outcome: 'captured', capturedInCents });
    if (move !== 'adoptCapture')
      return { isWon: false, outside: await recordCaptureOutside(tx, claimed, capturedInCents) };
    const isWon = await winCaptured(tx, { authorizationId, attempt, capturedInCents });
    crashPoint('settle: late capture adopted');
    return { isWon, outside: null };
  });
  if (outside !== null) reportSurprise(deps, outside, 'captured');
  if (isWon) {
    deps.log.warn({ authorizationId }, 'A refused capture was executed after all: its bid wins.');
  }
  deps.live.announce(auctionId);
  return isWon ? 'settled' : 'waits';
}

async function isRequested(tx: Connection, { authorizationId, auctionId }: Claimed): Promise<boolean> {
  const { rows } = await tx.query<{ isRequested: boolean }>(
    `select status <> 'completed' and exists (select from capture_attempts where authorization_id = $2) as "isRequested"
     from auctions where auction_id = $1`,
    [auctionId, authorizationId],
  );
  return rows[0]?.isRequested === true;
}
