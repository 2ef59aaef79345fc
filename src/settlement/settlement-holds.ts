import { isUuid } from '../core/uuid.ts';
import type { Connection } from '../db/database.ts';
import type { Authorization } from '../holds/authorization.ts';
import { isCapturedOutside } from '../holds/could-be-captured.ts';
import type { ProviderName } from '../providers/provider-name.ts';
import { nowOfSeller } from '../db/seller-clock.ts';
import { isPaidOutOfTurn, topAuthorization } from '../bids/rank.ts';

/**
 * `restored`: the database comes from a backup. `moved`: it is another database than before: a copy, a restored dump, or a
 * standby that was promoted. `unseen`: no worker has run on it for minutes, so that it may be an older copy.
 * `payment_differs`: the provider has captured a payment of the auction, or may still do, and the books do not show it.
 */
export const holdReasons = ['restored', 'moved', 'unseen', 'payment_differs'] as const;

export type HoldReason = (typeof holdReasons)[number];

/** The reason for which settlement waits. */
export interface SettlementHold {
  readonly holdId: string;
  readonly reason: HoldReason;
  /** `null`: no auction is settled. */
  readonly auctionId: string | null;
  /** The authorization whose payment differs; `null`: the books lack the payment, or the hold is of everything. */
  readonly authorizationId: string | null;
  readonly provider: ProviderName | null;
  readonly providerReference: string | null;
  readonly amountInCents: number | null;
  readonly since: Date;
  /** The books may lack what happened after this instant; `null` for the hold of an auction. */
  readonly lostSince: Date | null;
}

export const holdColumns = `
  hold_id as "holdId", reason, auction_id as "auctionId", authorization_id as "authorizationId", provider,
  provider_reference as "providerReference", amount_in_cents as "amountInCents", since, lost_since as "lostSince"`;

/**
 * Builds SQL that is true while the settlement of an auction has to wait. An auction whose captured payment is the one that
 * settlement asks next may settle: the provider answers that the payment is captured, and charges nobody.
 *
 * @param auction names the auction's row
 */
export function isHeld(auction: string): string {
  const auctionId = `${auction}.auction_id`;
  const now = nowOfSeller(`${auction}.seller_id`);
  const top = topAuthorization(auctionId, now);
  return `(${areCapturesStopped(auction)}
    or ${isPaidOutOfTurn(auctionId, now)}
    or coalesce(${auction}.cancel_waits_until > clock_timestamp(), false)
    or exists (select from settlement_holds h where h.auction_id is null and h.cleared_at is null)
    or exists (
      select from settlement_holds h
      where h.auction_id = ${auctionId} and h.cleared_at is null
        and (h.authorization_id is null or h.authorization_id is distinct from ${top}) offset 0))`;
}

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

/**
 * SQL that is true while nobody has noticed yet that the database is another one than before, such as a standby that was
 * promoted a moment ago: the hold is still to be written.
 */
export const isUnrecognized = `exists (
  select from database_marks where identity is not null and identity is distinct from coalesce(database_identity(), identity))`;

/** Reads the holds that are open, those of everything first: Prisma cannot order by a condition. */
export async function findOpenHolds(connection: Connection, limit: number, offset = 0): Promise<SettlementHold[]> {
  const { rows } = await connection.query<SettlementHold>(
    `select ${holdColumns} from settlement_holds where cleared_at is null
     order by auction_id is not null, since, hold_id limit $1 offset $2`,
    [limit, offset],
  );
  return rows;
}

/** Reads a hold, open or not; `null`: there is none of this id. */
export async function findHold(connection: Connection, holdId: string): Promise<SettlementHold | null> {
  const { rows } = await connection.query<SettlementHold>(
    `select ${holdColumns} from settlement_holds where hold_id = $1`,
    [isUuid(holdId) ? holdId : null],
  );
  return rows[0] ?? null;
}

/** Finds the hold of everything that is open for the longest time; `null`: there is none. */
export async function findHoldOfAll(connection: Connection): Promise<SettlementHold | null> {
  const [first] = await findOpenHolds(connection, 1);
  return first?.auctionId === null ? first : null;
}

/** Counts the open holds by their reason. */
export async function countOpenHolds(connection: Connection): Promise<Partial<Record<HoldReason, number>>> {
  const { rows } = await connection.query<{ reason: HoldReason; count: number }>(
    'select reason, count(*)::int as count from settlement_holds where cleared_at is null group by reason',
  );
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}

/** Ends the holds of auctions that are completed: nobody can be asked to pay there any more. */
export async function clearHoldsOfCompleted(connection: Connection): Promise<void> {
  await connection.query(
    `update settlement_holds h set cleared_at = clock_timestamp(), cleared_because = 'the auction is completed'
     from auctions a where h.cleared_at is null and a.auction_id = h.auction_id and a.status = 'completed'`,
  );
}
