import { isCapturable } from './capture-conditions.ts';
import { assignmentsOf, ofNamedRow } from './move-authorization.ts';

/**
 * Returns SQL of the digest that stands for a bidder in bans: it still matches after the bidder is erased.
 *
 * @param sellerId as SQL of a uuid, like `bidderId` of a text
 */
export function bidderDigest(sellerId: string, bidderId: string): string {
  return `sha256(convert_to(${sellerId}::text || ' ' || ${bidderId}, 'UTF8'))`;
}

/**
 * Builds SQL that is true for a hold `held` that backs a bid of the same person on the same auction as a row. A person is a `bidderId` and a
 * browser, as anybody can write a `bidderId` into a link. A signed `bidderId` is the same person in every browser.
 *
 * The auction is compared as text, because `authorizations_of_person` alone has it so: the indexes that begin with `auction_id` would read
 * every hold on the auction.
 *
 * @param row names the row, which has the columns of `authorizations`. A renewal has the person from the hold that it renews
 */
function isOfPerson(row: string): string {
  return `held.seller_id = ${row}.seller_id and held.bidder_id = ${row}.bidder_id and held.auction_id::text = ${row}.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and ${row}.is_signed or held.browser_id = ${row}.browser_id)`;
}

/** Builds SQL of the number of the row's person among the bidders of the auction; null: the person has none yet. */
export function numberOfPerson(row: string): string {
  return `(select number from (
      select (select bidder_number from bids earlier where earlier.bid_id = held.bid_id) as number
      from authorizations held where ${isOfPerson(row)} offset 0) own
    where number is not null limit 1)`;
}

/**
 * Builds SQL that is true for a hold `held` with which the row's person has bid its value or more, and which can still be captured.
 *
 * @param now SQL of the seller's instant
 */
export function isForAsMuch(row: string, now: string): string {
  return `${isOfPerson(row)} and num_nulls(held.closed_at) = 1
    and held.value_in_cents >= ${row}.value_in_cents
    and (${isCapturable('held', now)}) is not false`;
}

/**
 * Builds SQL that marks the other holds of a person for release whose bids are as high as that of an authorization, or lower: an update. An
 * earlier statement of the caller locks the auction's row.
 *
 * @param higher SQL of a query of the authorization, or its name; no row: nothing is released
 */
export function releasingLower(higher: string): string {
  return `
      update authorizations held set ${assignmentsOf('beginReplacement')}, failure_code = 'raised'
      from ${higher} higher cross join lateral (
        select authorization_id from authorizations held
        where ${isOfPerson('higher')} and num_nulls(held.closed_at) = 1
          and held.value_in_cents <= higher.value_in_cents and held.authorization_id <> higher.authorization_id offset 0) lower
      where held.authorization_id = lower.authorization_id and ${ofNamedRow("held.state = 'authorized'")}`;
}
