import { isCaptured } from './captured-money.ts';

/**
 * Builds SQL that is true while a request to capture may still execute: the answer to one of them is unknown, or the provider has not
 * confirmed the release of a hold whose capture was refused. It is false while settlement waits for the account of the seller or the
 * operator, as every request was refused then.
 *
 * @param alias names the row
 */
export function isCaptureUnderWay(alias: string): string {
  return `(${alias}.state in ('capturing', 'releasing') and exists (
    select from capture_attempts c where c.authorization_id = ${alias}.authorization_id and (
      ${alias}.state = 'releasing' or ${isCaptured(alias)} or c.result is null or c.result = 'unknown')))`;
}

/**
 * Builds SQL that is true while the provider may capture an authorization, or have captured it: the outcome of a requested capture
 * is not known; or the provider has not confirmed the release of a hold that backed a bid. An earlier request may execute late, and a
 * person may capture the hold at the provider's dashboard, whatever it is released for. The auction is open: the losers of a completed
 * one are `releasing`, too.
 *
 * @param alias names the row
 */
export function mayTurnOutCaptured(alias: string): string {
  return `(${alias}.state = 'capturing' or ${alias}.state = 'releasing' and ${alias}.bid_id is not null)`;
}

/**
 * Builds SQL that is true while settlement asks a lower bid of the auction to pay, or has asked it with success: the bid has been passed over, as its
 * hold had lapsed, and a renewal of it would hold money for nothing.
 *
 * @param auction SQL of the auction's id
 * @param bid SQL of the bid's id
 */
export function isPassedOver(auction: string, bid: string): string {
  return `exists (
    select from bids own, authorizations asked join bids lower on lower.bid_id = asked.bid_id
    where own.bid_id = ${bid} and asked.auction_id = ${auction} and asked.state in ('capturing', 'captured')
      and (lower.bid_value_in_cents, own.placed_at, own.bid_id) < (own.bid_value_in_cents, lower.placed_at, lower.bid_id) offset 0)`;
}

/**
 * Builds SQL that is true while a hold can be captured: its money is held, and the time until which its provider holds it has not passed,
 * whether or not the provider has said so; or somebody has captured it at the provider already, and no operator has voided its bid.
 *
 * @param alias names the row of `authorizations`
 * @param now SQL of the seller's instant
 */
export function isCapturable(alias: string, now: string): string {
  return `(${alias}.state = 'authorized' and coalesce(${alias}.capture_before > ${now}, true) or
    ${isCapturedOutside(alias)} and ${alias}.failure_code is distinct from 'voided')`;
}

/**
 * Builds SQL that is true while the money is captured, and settlement has not asked for it: nobody else may be asked to pay, and the
 * auction cannot be cancelled.
 *
 * @param alias names the row
 */
export const isCapturedOutside = (alias: string) =>
  `(${alias}.state = 'captured_outside' and ${alias}.closed_at is null)`;
