import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { bidRank } from '../auctions/bids/bid-order.ts';
import { bidsByRank, canPay } from '../auctions/bids/rank.ts';
import { crashPoint } from '../core/crash-point.ts';
import type { Connection, Database } from '../platform/db/database.ts';
import { underAuctionLock } from '../platform/db/lock-auction.ts';
import { clockOffset, nowOfSeller } from '../platform/db/seller-clock.ts';
import { isPassedOver } from '../payments/holds/capture-conditions.ts';
import { isAboutAccount, isTransient } from '../payments/providers/failure-code.ts';
import { renewAuthorization } from '../payments/holds/renew-authorization.ts';
import { formOfBid, recordBidEvents } from '../auctions/webhooks/record-events.ts';
import type { Claimed } from '../payments/holds/claim.ts';

/**
 * Only the holds of this many highest bids that can pay are renewed: settlement tries one after the other, and seldom more than one.
 */
const ranksRenewed = 5;

/**
 * Renews a hold that would lapse before its auction is settled, if its bid is ranked high enough to matter. A refusal that may
 * pass, such as one for the seller's account, is tried again. A definite no, and a rank that is too low, leave the present hold as it is, and the bid at risk: its bidder is
 * asked to bid again, and settlement tries the old hold, and falls back.
 *
 * @param claimed an authorization that backs a bid, and that the caller has just claimed
 */
export async function renewHold(deps: BidDeps, claimed: Claimed): Promise<void> {
  const { db, live, log } = deps;
  const { authorizationId, auctionId, bidId } = claimed;
  const { isOpen, matters } = await weigh(db, claimed);
  if (!isOpen) return await leaveAlone(db, claimed);
  if (matters) {
    const answer = await renewAuthorization(deps, claimed);
    // The renewal backs the bid, is under way, or is tried again by a later pass.
    if (answer?.outcome !== 'refused') return;
    crashPoint('renew: refused');
    const isTriedLater = (isTransient(answer.code) || isAboutAccount(answer.code)) && (await tryLater(db, claimed));
    log.warn(
      { authorizationId, auctionId, bidId, reason: answer.code },
      isTriedLater ? 'A hold could not be renewed yet; retrying.' : 'A hold could not be renewed: the bid is at risk.',
    );
    if (isTriedLater) return;
  }
  await leaveAtRisk(db, claimed);
  live.announce(auctionId);
}

/** Finds out whether the auction still needs the hold, and whether the bid is ranked high enough to be renewed. */
async function weigh(
  connection: Connection,
  { auctionId, bidId }: Claimed,
): Promise<{ readonly isOpen: boolean; readonly matters: boolean }> {
  const { rows } = await connection.query<{ isOpen: boolean; matters: boolean }>(
    `select status <> 'completed' and not ${isPassedOver('$1', '$2')} as "isOpen", $2 in (
       select bid_id from ${bidsByRank('a.auction_id')} where bid_id = $2 or ${canPay(nowOfSeller('a.seller_id'))}
       order by ${bidRank} limit ${ranksRenewed}) as matters
     from auctions a where auction_id = $1`,
    [auctionId, bidId],
  );
  return rows[0] ?? { isOpen: false, matters: false };
}

/**
 * Postpones a renewal that was refused for a reason that may pass: by an hour, or less if the hold lapses soon.
 *
 * @returns whether the renewal was postponed: not if the hold has lapsed
 */
async function tryLater(connection: Connection, { authorizationId, sellerId, attempt }: Claimed): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update authorizations set waiting_since = null, next_attempt_at = clock_timestamp()
       + greatest(interval '1 minute', least(interval '1 hour', (capture_before - clock.now) / 4))
     from (select clock_timestamp() + ${clockOffset} as now from sellers where sellers.seller_id = $3) clock
     where authorization_id = $1 and attempt = $2 and state = 'authorized' and capture_before > clock.now`,
    [authorizationId, attempt, sellerId],
  );
  return rowCount === 1;
}

const leaving = `
  update authorizations set next_attempt_at = null, waiting_since = null
  where authorization_id = $1 and attempt = $2 and state = 'authorized'`;

async function leaveAlone(connection: Connection, { authorizationId, attempt }: Claimed): Promise<void> {
  await connection.query(leaving, [authorizationId, attempt]);
}

/**
 * Leaves the hold alone, and records for its bidder and its seller that it is at risk. The auction is locked first, as for a bid that releases
 * the hold: both count a change of the auction.
 */
async function leaveAtRisk(db: Database, { authorizationId, attempt, auctionId }: Claimed): Promise<void> {
  const leavingAtRisk = {
    name: 'leave-hold-at-risk',
    text: `
      with left_alone as (${leaving} returning auction_id, bid_id
      ), risky as (
        select bids.*, form.* from left_alone join bids using (auction_id, bid_id) ${formOfBid}
      ), ${recordBidEvents('hold_at_risk', 'risky')}
      select from risky`,
    values: [authorizationId, attempt],
  };
  await underAuctionLock(db, auctionId, [leavingAtRisk]);
}
