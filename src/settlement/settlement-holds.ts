import { isBehind, orderOf } from '#one-statement/keyset.ts';
import { makeParameters } from '#one-statement/parameters.ts';
import { ascending, cursorPageInput, keysetOf, type ListPage, readListPage } from '../core/cursor-page.ts';
import { isUuid } from '../core/uuid.ts';
import type { Connection } from '../platform/db/database.ts';
import type { SettlementHold as Row } from '../platform/db/generated/client.ts';

/**
 * `restored`: the database comes from a backup. `moved`: it is another database than before: a copy, a restored dump, or a
 * standby that was promoted. `unseen`: no worker has run on it for minutes, so that it may be an older copy.
 * `payment_differs`: the provider has captured a payment of the auction, or may still do, and the books do not show it.
 */
export const settlementHoldReasons = ['restored', 'moved', 'unseen', 'payment_differs'] as const;

export type SettlementHoldReason = (typeof settlementHoldReasons)[number];

/** The reason for which settlement waits: of an auction, or of all. */
export type SettlementHold = Omit<Row, 'reason' | 'clearedAt' | 'clearedBecause'> & {
  readonly reason: SettlementHoldReason;
};

export const settlementHoldColumns = `
  hold_id as "holdId", reason, auction_id as "auctionId", authorization_id as "authorizationId", provider,
  provider_reference as "providerReference", amount_in_cents as "amountInCents", since, lost_since as "lostSince"`;

const openHolds = `(
  select *, (auction_id is not null)::int as of_auction from settlement_holds where cleared_at is null
) settlement_holds`;

/** Those of everything first. */
const holdOrder = ascending('settlement-holds', { of_auction: 'int', since: 'timestamptz', hold_id: 'uuid' });

/**
 * Reads the holds that are open, those of everything first: Prisma cannot order by a condition.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findOpenSettlementHolds(connection: Connection, raw: unknown): Promise<ListPage<SettlementHold>> {
  return await readListPage(cursorPageInput, holdOrder, raw, async (page) => {
    const parameter = makeParameters();
    const keyset = keysetOf(page, parameter);
    return await connection.query<SettlementHold>(
      `select ${settlementHoldColumns}, of_auction as "ofAuction" from ${openHolds}
       where ${isBehind(keyset)} order by ${orderOf(keyset)} limit ${parameter(page.limit)}`,
      parameter.values,
    );
  });
}

/** Reads a hold, open or not; `null`: there is none of this id. */
export async function findSettlementHold(connection: Connection, holdId: string): Promise<SettlementHold | null> {
  const { rows } = await connection.query<SettlementHold>(
    `select ${settlementHoldColumns} from settlement_holds where hold_id = $1`,
    [isUuid(holdId) ? holdId : null],
  );
  return rows[0] ?? null;
}

/** Finds the hold of everything that is open for the longest time; `null`: there is none. */
export async function findSettlementHoldOfAll(connection: Connection): Promise<SettlementHold | null> {
  const [first] = (await findOpenSettlementHolds(connection, { first: 1 })).nodes;
  return first?.auctionId === null ? first : null;
}

/** Counts the open holds by their reason. */
export async function countOpenSettlementHolds(
  connection: Connection,
): Promise<Partial<Record<SettlementHoldReason, number>>> {
  const { rows } = await connection.query<{ reason: SettlementHoldReason; count: number }>(
    'select reason, count(*)::int as count from settlement_holds where cleared_at is null group by reason',
  );
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}

/** Ends the holds of auctions that are completed: nobody can be asked to pay there any more. */
export async function clearSettlementHoldsOfCompleted(connection: Connection): Promise<void> {
  await connection.query(
    `update settlement_holds h set cleared_at = clock_timestamp(), cleared_because = 'the auction is completed'
     from auctions a where h.cleared_at is null and a.auction_id = h.auction_id and a.status = 'completed'`,
  );
}
