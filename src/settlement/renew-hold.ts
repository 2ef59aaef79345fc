import type { BidDeps } from '../bids/bid-deps.ts';
import type { Connection } from '../db/database.ts';
import { renewAuthorization } from '../payments/renew-authorization.ts';
import type { TakenUp } from '../payments/take-up.ts';

/** Only bids ranked this high are kept capturable: settlement asks one after the other, and seldom more than one. */
const ranksRenewed = 5;

/**
 * Renews the hold of a bid that would lapse before its auction is settled, where the bid is ranked high enough to matter.
 * A definite no leaves the present hold as it is, and the bid at risk: settlement tries it, and falls back.
 *
 * @param taken a held authorization that backs a bid, and that the caller has just taken up
 */
export async function renewHold(deps: BidDeps, taken: TakenUp): Promise<void> {
  const { db, live, log } = deps;
  const { authorizationId, auctionId, bidId } = taken;
  if (!(await matters(db.pool, taken))) {
    await leaveAlone(db.pool, taken);
    return;
  }
  const answer = await renewAuthorization(deps, taken);
  if (answer?.outcome !== 'refused') return; // Taken over, under way, or tried again by the next sweep.
  log.warn(
    { authorizationId, auctionId, bidId, reason: answer.code },
    'a hold could not be renewed: the bid is at risk',
  );
  await leaveAlone(db.pool, taken);
  live.announce(auctionId);
}

async function matters(connection: Connection, { auctionId, bidId }: TakenUp): Promise<boolean> {
  const { rows } = await connection.query<{ matters: boolean }>(
    `select status <> 'completed' and $2 in (
       select bid_id from bids where bids.auction_id = a.auction_id
       order by bid_value_in_cents desc, placed_at, bid_id limit ${ranksRenewed}) as matters
     from auctions a where auction_id = $1`,
    [auctionId, bidId],
  );
  return rows[0]?.matters === true;
}

async function leaveAlone(connection: Connection, { authorizationId, attempt }: TakenUp): Promise<void> {
  await connection.query(
    `update authorizations set next_attempt_at = null where authorization_id = $1 and attempt = $2 and state = 'authorized'`,
    [authorizationId, attempt],
  );
}
