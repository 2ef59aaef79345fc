import { recordAudit } from '../audit/record-audit.ts';
import type { BidDeps } from '../bids/bid-deps.ts';
import { checkInput } from '../core/check-input.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import { type Authorization, authorizationColumns } from '../payments/authorization.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import { releaseAuthorization } from '../payments/release-authorization.ts';
import { resultOf, wrongState } from './act-on-payment.ts';
import { bidLeverInput } from './lever-input.ts';
import type { LeverResult } from './lever-result.ts';

/**
 * Voids one bid, for a slip of the keyboard or a stolen card: its hold is released, and a renewal of it that is under way. The bid stays listed, and
 * cannot lead or win any more. A bid that was voided before stays as it is.
 *
 * @param input `bidId`, `reason`, `confirm`
 * @throws Refusal `bid_not_found`; `auction_completed`; `auction_settling` while the bid is being captured; `invalid_request`, also if its hold has
 *   ended for another reason
 */
export async function voidBid(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const { bidId, reason } = checkInput(bidLeverInput, input);
  if (!isUuid(bidId)) throw new Refusal('bid_not_found');
  const hold = await deps.db.transaction(async (tx) => {
    const { rows: bids } = await tx.query<{ auctionId: string }>(
      'select auction_id as "auctionId" from bids where bid_id = $1',
      [bidId],
    );
    if (bids[0] === undefined) throw new Refusal('bid_not_found');
    const { auctionId } = bids[0];
    await tx.query(lockAuction(auctionId));
    const held = await readHold(tx, auctionId, bidId);
    if (held.failureCode === 'voided') return held;
    if (held.isCompleted) throw new Refusal('auction_completed');
    if (held.state === 'capturing' || held.state === 'captured') throw new Refusal('auction_settling');
    const { authorizationId, sellerId, state } = held;
    if ((await moveAuthorization(tx, authorizationId, 'voidBid', { failureCode: 'voided' })) === null)
      throw wrongState(held, { pointer: '/bidId' });
    await releaseRenewal(tx, authorizationId);
    const subject = { subjectType: 'auction', subjectId: auctionId, sellerId } as const;
    const before = { bidId, authorizationId, state };
    await recordAudit(tx, viewer, { action: 'voidBid', ...subject, before, after: { bidId, authorizationId, reason } });
    return held;
  });
  deps.live.announce(hold.auctionId);
  await releaseAuthorization(deps, hold.authorizationId);
  return await resultOf(deps, hold);
}

/** The hold that backs a bid now, after any renewals. */
async function readHold(
  tx: Connection,
  auctionId: string,
  bidId: string,
): Promise<Authorization & { readonly isCompleted: boolean }> {
  const { rows } = await tx.query<Authorization & { readonly isCompleted: boolean }>(
    `select ${authorizationColumns},
       exists (select from auctions where auctions.auction_id = $1 and status = 'completed') as "isCompleted"
     from authorizations where auction_id = $1 and bid_id = $2 order by created_at desc, authorization_id desc limit 1`,
    [auctionId, bidId],
  );
  if (rows[0] === undefined) throw new Error(`Bid ${bidId} has no hold.`);
  return rows[0];
}

async function releaseRenewal(tx: Connection, renewedId: string): Promise<void> {
  const { rows } = await tx.query<{ renewalId: string }>(
    `select authorization_id as "renewalId" from authorizations
     where replaces_authorization_id = $1 and state in ('intended', 'challenged', 'authorized') and bid_id is null`,
    [renewedId],
  );
  for (const { renewalId } of rows) await moveAuthorization(tx, renewalId, 'beginRelease', { failureCode: 'voided' });
}
