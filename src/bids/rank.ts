import { isCapturable, isCapturedOutside } from '../holds/could-be-captured.ts';
import { bidRank } from './bid-order.ts';

// Who leads, who is renewed and who is asked to pay: the page, the API, messages, renewals and settlement all read it here. A bid points to
// its hold, so each of these looks at one hold for each bid, by its key. `now` is SQL of the seller's instant.

/**
 * Builds SQL that is true for a row of `bids` that can pay: its hold can be captured, is being captured or was. A bid whose hold has
 * lapsed, was refused, was given back for a higher bid of the same person, or was undone at the provider or by an operator, cannot: it stays
 * listed, and neither leads nor wins. A hold that was given back for no reason of its own was given back with the result of the auction: its
 * bid keeps its rank.
 *
 * It is one value for each bid, and not a join: PostgreSQL would join and sort all bids of an auction to find its highest one.
 */
export function canPay(now: string): string {
  return `coalesce((
    select a.state in ('capturing', 'captured') or a.state in ('releasing', 'released') and a.failure_code is null
      or ${isCapturable('a', now)}
    from authorizations a where a.authorization_id = bids.authorization_id), true)`;
}

/**
 * Builds SQL of the highest bid of an auction that can pay, from `from` on: no row if none can.
 *
 * @param auction SQL of the auction's id
 */
export function highestThatCanPay(auction: string, now: string): string {
  return `from bids where bids.auction_id = ${auction} and ${canPay(now)} order by ${bidRank} limit 1`;
}

/** Builds SQL of the authorization that settlement asks next. */
export function topAuthorization(auction: string, now: string): string {
  return `(select bids.authorization_id ${highestThatCanPay(auction, now)})`;
}

/**
 * Builds SQL that is true while somebody has captured a payment of the auction at the provider, and it is not that of the highest bid
 * that can pay: nobody else is asked until an operator decides.
 */
export function isPaidOutOfTurn(auction: string, now: string): string {
  const captured = `select from authorizations c where c.auction_id = ${auction} and ${isCapturedOutside('c')}`;
  const top = `select from authorizations top where top.authorization_id = ${topAuthorization(auction, now)} and top.state = 'captured_outside'`;
  return `(exists (${captured} offset 0) and not exists (${top}))`;
}

/**
 * Builds SQL that is true if the highest bid that can still win has a lapsed hold, and a renewal of that hold is under way. Settlement
 * waits for the renewal: it would otherwise pass over a bid whose card is just found good.
 */
export function awaitsRenewal(auction: string, now: string): string {
  const isAwaited = `coalesce((
    select (a.state = 'expired' or a.state = 'authorized' and a.capture_before <= ${now}) and exists (
      select from authorizations renewal where renewal.replaces_authorization_id = a.authorization_id
        and renewal.state in ('intended', 'authorized') and num_nulls(renewal.bid_id) = 1)
    from authorizations a where a.authorization_id = bids.authorization_id), false)`;
  return `coalesce((
    select not can_pay from bids, lateral (select ${canPay(now)} as can_pay, ${isAwaited} as is_awaited offset 0) hold
    where bids.auction_id = ${auction} and (can_pay or is_awaited) order by ${bidRank} limit 1), false)`;
}
