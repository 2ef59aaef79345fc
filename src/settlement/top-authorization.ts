import { bidRank } from '../bids/bid-order.ts';
import { isCapturable } from '../payments/could-be-captured.ts';
import { isCapturedOutside } from '../payments/captured-money.ts';

/**
 * Builds SQL of the authorization that settlement asks next: of the highest bid that can pay.
 *
 * @param auction SQL of the auction's id
 * @param now SQL of the seller's instant
 */
export function topAuthorization(auction: string, now: string): string {
  const held = `select authorization_id ${ofBid} and ${isCapturable('a', now)}`;
  return `(select authorization_id ${byRank(auction, held)})`;
}

/**
 * Builds SQL that is true while somebody has captured a payment of the auction at the provider, and it is not that of the highest bid
 * that can pay: nobody else is asked until an operator decides.
 *
 * @param auction SQL of the auction's id
 * @param now SQL of the seller's instant
 */
export function isPaidOutOfTurn(auction: string, now: string): string {
  const captured = `select from authorizations c where c.auction_id = ${auction} and ${isCapturedOutside('c')}`;
  const top = `select from authorizations top where top.authorization_id = ${topAuthorization(auction, now)} and top.state = 'captured_outside'`;
  return `(exists (${captured} offset 0) and not exists (${top}))`;
}

/**
 * Builds SQL that is true if the highest bid that can still win has a lapsed hold, and a renewal of that hold is under way. Settlement
 * waits for the renewal: it would otherwise pass over a bid whose card is just found good.
 *
 * @param auction SQL of the auction's id
 * @param now SQL of the seller's instant
 */
export function awaitsRenewal(auction: string, now: string): string {
  const isAwaited = `(a.state = 'expired' or a.state = 'authorized' and a.capture_before <= ${now}) and exists (
    select from authorizations renewal where renewal.replaces_authorization_id = a.authorization_id
      and renewal.state in ('intended', 'authorized') and num_nulls(renewal.bid_id) = 1)`;
  const holds = `
    select ${isCapturable('a', now)} as is_capturable, ${isAwaited} as is_awaited ${ofBid} and a.state in ('authorized', 'captured_outside', 'expired')`;
  const canWin = `select is_awaited from (${holds} offset 0) holds where is_capturable or is_awaited`;
  return `coalesce((select is_awaited ${byRank(auction, canWin)}), false)`;
}

const ofBid = 'from authorizations a where a.bid_id = bids.bid_id and a.auction_id = bids.auction_id';

/**
 * Takes the first of the holds by the rank of their bids. `offset 0` makes PostgreSQL look the holds up bid by bid until one is found: a join
 * that was planned for an auction of five bids takes seconds for one of ten thousand.
 */
function byRank(auction: string, holds: string): string {
  return `from bids, lateral (${holds} offset 0) hold where bids.auction_id = ${auction} order by ${bidRank} limit 1`;
}
