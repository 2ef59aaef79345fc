import { isCapturable, isCapturedOutside } from '../../payments/holds/capture-conditions.ts';
import { bidRank } from './bid-order.ts';

// Decides who leads, who is renewed and who is asked to pay: the page, the API, messages, renewals and settlement all read it here. A bid points to
// its hold, so each of these looks at one hold for each bid, by its key. `now` is SQL of the seller's instant.

/**
 * Builds SQL that is true for a hold `a` whose bid can pay: the hold can be captured, is being captured or was. A bid whose hold has
 * lapsed, was refused, was given back for a higher bid of the same person, or was undone at the provider or by an operator, cannot: it stays
 * listed, and neither leads nor wins. A hold that was given back for no reason of its own was given back with the result of the auction: its
 * bid keeps its rank.
 */
const pays = (now: string) => `(a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or ${isCapturable('a', now)})`;

/**
 * Builds SQL that is true for a row of `bids` that can pay. It is one value for each bid, and not a join: PostgreSQL would join and sort
 * all bids of an auction to find its highest one.
 */
export function canPay(now: string): string {
  return `coalesce((select ${pays(now)} from authorizations a where a.authorization_id = bids.authorization_id), true)`;
}

/**
 * Builds SQL of the bids of an auction as `bids`, the highest first, which its reader need not read to the end. The limit of nothing is a query, so that
 * PostgreSQL's plan does not know it: for the few bids of an average auction it would rather sort all of them than read the index in its order.
 *
 * @param auction SQL of the auction's id
 */
export function bidsByRank(auction: string): string {
  return `(select * from bids where auction_id = ${auction} order by ${bidRank} limit (select null::bigint)) bids`;
}

/**
 * Builds SQL of the highest bid of an auction that can pay, from `from` on: no row if none can.
 *
 * @param auction SQL of the auction's id
 */
export function highestThatCanPay(auction: string, now: string): string {
  return `from ${bidsByRank(auction)} where ${canPay(now)} order by ${bidRank} limit 1`;
}

/** Builds SQL of the authorization that settlement asks next. */
export function topAuthorization(auction: string, now: string): string {
  return `(select bids.authorization_id ${highestThatCanPay(auction, now)})`;
}

/**
 * Builds SQL that is true while somebody has captured a payment of the auction at the provider, and it is not that of the highest bid
 * that can pay, or its refund is requested or on its way: nobody is asked until an operator decides, or the refund is decided.
 *
 * @param top SQL of the state of the hold that settlement asks next
 */
export function isPaidOutOfTurn(auction: string, top: string): string {
  return `exists (
      select from authorizations c where c.auction_id = ${auction} and ${isCapturedOutside('c')} and (
        ${top} is distinct from 'captured_outside'
        or exists (select from reversals r where r.authorization_id = c.authorization_id and r.state = 'pending' offset 0)
        or exists (select from refunds f where f.authorization_id = c.authorization_id and f.state = 'requested' offset 0)) offset 0)`;
}

/**
 * Builds SQL of the bid that settlement asks next, the highest that can still win: its `authorization_id`, the `state` of that hold, and
 * whether the bid `can_pay`. If it cannot, its hold has lapsed and a renewal of that hold is under way. Settlement waits for the renewal:
 * it would otherwise pass over a bid whose card is just found good.
 */
export function nextToAsk(auction: string, now: string): string {
  return `
    select bids.authorization_id, state, pays is not false as can_pay
    from ${bidsByRank(auction)} left join lateral (
      select state, ${pays(now)} as pays, a.state in ('authorized', 'expired') and exists (
        select from authorizations renewal where renewal.replaces_authorization_id = a.authorization_id
          and renewal.state in ('intended', 'authorized') and num_nulls(renewal.bid_id) = 1) as is_awaited
      from authorizations a where a.authorization_id = bids.authorization_id offset 0) hold on true
    where pays is not false or is_awaited order by ${bidRank} limit 1`;
}
