import { isPaidOutOfTurn } from '../auctions/bids/rank.ts';
import type { Connection } from '../platform/db/database.ts';
import type { Authorization } from '../payments/holds/authorization.ts';
import { mayTurnOutCaptured, isCapturedOutside } from '../payments/holds/capture-conditions.ts';

/**
 * SQL that is true while the settlement of the auction `a`, a row of `auctions`, has to wait for somebody else, whichever bid is next.
 * `offset 0` keeps PostgreSQL from planning a join, which reads all captures for each auction if there were few of them when it was planned.
 */
export const isBlocked = `(
    exists (select from authorizations held where held.auction_id = a.auction_id and ${mayTurnOutCaptured('held')} offset 0)
    or ${areCapturesStopped('a')}
    or (a.cancel_waits_until > clock_timestamp()) is true)`;

/**
 * SQL that is true while nobody may ask the `next` bid of the auction `a`: see `nextToAsk`. An auction whose captured payment is that of
 * the next bid may settle: the provider answers that the payment is captured, and charges nobody.
 */
export const isNextBlocked = `(
    next.can_pay is false or ${isPaidOutOfTurn('a.auction_id', 'next.state')}
    or exists (select from settlement_holds h where h.auction_id = a.auction_id and h.cleared_at is null
      and coalesce(h.authorization_id <> next.authorization_id, true) offset 0))`;

/**
 * Builds SQL that is true while what became of money that somebody captured at the provider is still to be read: a refund may have given it
 * back, and its bid would win with it.
 *
 * @param alias names the row of `authorizations`
 */
export const hasReversalsDue = (alias: string) =>
  `(${isCapturedOutside(alias)} and ${alias}.reversals_due_at is not null)`;

/**
 * SQL that is true while nobody has noticed yet that the database is another one than before, such as a standby that was
 * promoted a moment ago: the hold is still to be written.
 */
export const isUnrecognized = `exists (
  select from database_marks where identity is not null and identity is distinct from coalesce(database_identity(), identity))`;

/** SQL that is true while no auction is settled. */
export const isAllBlocked = `(${isUnrecognized}
    or exists (select from settlement_holds h where h.auction_id is null and h.cleared_at is null))`;

/**
 * Builds SQL that is true while an operator has stopped the captures of an auction's seller, and there is a hold to capture.
 *
 * @param auction names the auction's row
 */
export function areCapturesStopped(auction: string): string {
  return `(${isStopped(`${auction}.seller_id`)} and exists (
    select from authorizations held where held.auction_id = ${auction}.auction_id and held.state in ('authorized', 'capturing') offset 0))`;
}

function isStopped(seller: string): string {
  return `${seller} in (select seller_id from sellers where captures_stopped_at is not null)`;
}

/** Checks whether a capture under way may not be requested again. */
export async function isRequestStopped(
  connection: Connection,
  { sellerId, auctionId }: Pick<Authorization, 'sellerId' | 'auctionId'>,
): Promise<boolean> {
  const { rows } = await connection.query<{ isStopped: boolean }>({
    name: 'is-request-stopped',
    text: `select ${isStopped('$1::uuid')} or exists (
      select from authorizations c where c.auction_id = $2 and ${isCapturedOutside('c')}) as "isStopped"`,
    values: [sellerId, auctionId],
  });
  return rows[0]!.isStopped;
}
