import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';
import { isCapturable } from './could-be-captured.ts';
import { assignmentsOf } from './move-authorization.ts';

/** The bidder as a person, as SQL. A renewal has it from the hold that it renews. */
export interface Person {
  readonly auctionId: string;
  readonly sellerId: string;
  readonly bidderId: string;
  readonly browserId: string;
  /** A valid signature of the seller came with `bidderId`. */
  readonly isSigned: string;
}

/**
 * Builds SQL that is true for a hold `held` that backs a bid of this person on this auction. A person is a `bidderId` and a browser, as anybody can
 * write a `bidderId` into a link. A signed `bidderId` is the same person in every browser.
 */
function isOfPerson({ auctionId, sellerId, bidderId, browserId, isSigned }: Person): string {
  return `held.auction_id = ${auctionId} and held.bid_id is not null
    and held.seller_id = ${sellerId} and held.bidder_id = ${bidderId} and held.erased_at is null
    and (held.is_signed and ${isSigned} or held.browser_id = ${browserId})`;
}

/** Builds SQL of the number of this person among the bidders of the auction; null: the person has none yet. */
export function numberOfPerson(person: Person): string {
  return `(select earlier.bidder_number from authorizations held
    join bids earlier on earlier.bid_id = held.bid_id and earlier.auction_id = held.auction_id
    where ${isOfPerson(person)} and earlier.bidder_number is not null limit 1)`;
}

/**
 * Builds SQL that is true if the person has bid this value or more on the auction, and that bid can still be captured.
 *
 * @param now SQL of the seller's instant
 * @param except SQL of a hold that does not count
 */
export function hasBidAsMuch(person: Person, value: string, now: string, except = 'null'): string {
  return `exists (select from authorizations held
    where ${isOfPerson(person)} and held.value_in_cents >= ${value} and ${isCapturable('held', now)}
      and held.authorization_id is distinct from ${except})`;
}

/** The person who has made the authorization of this row. */
export const personOf = (row: string): Person => ({
  auctionId: `${row}.auction_id`,
  sellerId: `${row}.seller_id`,
  bidderId: `${row}.bidder_id`,
  browserId: `${row}.browser_id`,
  isSigned: `${row}.is_signed`,
});

/**
 * Marks the other holds of a person for release whose bids are as high as another one's of the person, or lower, as SQL. An earlier statement
 * of the caller locks the auction's row.
 *
 * @param higher names a query of the same `with`: the authorization that backs the higher bid
 */
export function releasingLower(higher: string): string {
  return `
    update authorizations held set ${assignmentsOf('beginReplacement')}, failure_code = 'raised'
    from ${higher} higher
    where higher.bid_id is not null and ${isOfPerson(personOf('higher'))} and held.state = 'authorized'
      and held.value_in_cents <= higher.value_in_cents and held.authorization_id <> higher.authorization_id`;
}

/** The same for an authorization that has just come to back its bid. */
export async function releaseLower(tx: Connection, authorizationId: string): Promise<void> {
  await tx.query({
    name: 'release-lower',
    text: `with higher as (select * from authorizations where authorization_id = $1) ${releasingLower('higher')}`,
    values: [authorizationId],
  });
}

/** Checks whether the person has bid as much as a renewal, apart from the bid whose hold it renews. */
export async function isOutbidByPerson(tx: Connection, authorizationId: string): Promise<boolean> {
  const { rows } = await tx.query<{ isOutbid: boolean }>({
    name: 'is-outbid-by-person',
    text: `
      select ${hasBidAsMuch(personOf('own'), 'own.value_in_cents', `clock_timestamp() + ${clockOffset}`, 'own.replaces_authorization_id')} as "isOutbid"
      from authorizations own join sellers on sellers.seller_id = own.seller_id where own.authorization_id = $1`,
    values: [authorizationId],
  });
  return rows[0]?.isOutbid === true;
}
