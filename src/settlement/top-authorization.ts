import { bidRank } from '../bids/bid-order.ts';

/**
 * Builds SQL of the authorization that settlement asks next: of the highest bid whose money is held.
 *
 * @param auction SQL of the auction's id
 */
export function topAuthorization(auction: string): string {
  return `(select authorization_id from bids join authorizations using (bid_id, auction_id)
    where bids.auction_id = ${auction} and authorizations.state = 'authorized'
    order by ${bidRank} limit 1)`;
}

/**
 * Builds SQL that is true if the highest bid that can still win has a lapsed hold, and a renewal of that hold is under way. Settlement
 * waits for the renewal: it would otherwise pass over a bid whose card is just found good.
 *
 * @param auction SQL of the auction's id
 * @param now SQL of the seller's instant
 */
export function awaitsRenewal(auction: string, now: string): string {
  return `coalesce((select awaits_renewal from bids, lateral (
      select state, (state = 'expired' or capture_before <= ${now}) and exists (
        select from authorizations renewal where renewal.replaces_authorization_id = a.authorization_id
          and renewal.state in ('intended', 'authorized') and renewal.bid_id is null) as awaits_renewal
      from authorizations a
      where a.bid_id = bids.bid_id and a.auction_id = bids.auction_id and a.state in ('authorized', 'expired') offset 0
    ) holds
    where bids.auction_id = ${auction} and (state = 'authorized' or awaits_renewal)
    order by ${bidRank} limit 1), false)`;
}
