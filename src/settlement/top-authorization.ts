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
