import type { BidDeps } from '../bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { type Claimed, claim } from '../payments/claim.ts';
import { factsOf, moving } from '../payments/move-authorization.ts';
import { finishRelease } from '../payments/release-authorization.ts';
import { recordingLateCaptures } from './capture-attempts.ts';
import { type Completed, completing, observeCompleted } from './complete-auctions.ts';

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
  const answer = await finishRelease(deps, claimed);
  if (answer.outcome === 'unknown') return 'waits';
  if (answer.outcome !== 'refused' || answer.code !== 'already_captured') return 'released';
  return await adoptCapture(deps, claimed);
}

/**
 * Makes a bid win whose refused hold was found captured: an earlier capture request had executed.
 *
 * @param claimed a `releasing` authorization that was found captured
 * @returns `waits` if the bid cannot win: no capture was requested, the auction is completed, or another worker has claimed
 *   the authorization since. The money then stays listed for release, and an operator refunds it
 */
export async function adoptCapture(deps: BidDeps, claimed: Claimed): Promise<'settled' | 'waits'> {
  if (claimed.bidId === null || !(await deps.db.transaction((tx) => adopt(tx, claimed)))) return 'waits';
  deps.log.warn(
    { authorizationId: claimed.authorizationId },
    'A refused capture was executed after all: its bid wins.',
  );
  deps.live.announce(claimed.auctionId);
  return 'settled';
}

async function adopt(tx: Connection, { authorizationId, auctionId, attempt }: Claimed): Promise<boolean> {
  const { rows } = await tx.query<{ isOpen: boolean }>(
    `select status <> 'completed' and capture_requested_at is not null as "isOpen" from auctions
     where auction_id = $1 for no key update`,
    [auctionId],
  );
  if (rows[0]?.isOpen !== true) return false;
  const adopted = await tx.query<Completed>({
    name: 'adopt-capture',
    text: `
      with ${moving('adoptCapture')}, late as (${recordingLateCaptures('moved')}), results as (
        select "auctionId" as auction_id, "bidId" as winning_bid_id from moved
      ), ${completing('results')}
      select outcome, "durationSeconds" from completed`,
    values: factsOf([{ authorizationId, attempt }]),
  });
  crashPoint('settle: late capture adopted');
  observeCompleted(adopted.rows);
  return adopted.rowCount === 1;
}
