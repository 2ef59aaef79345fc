import type { Connection } from '../db/database.ts';
import { type LedgerKind, ledgerKinds } from './ledger-kinds.ts';
import { movements } from './movements.ts';

/** A movement of money of an auction. */
export interface LedgerEntry {
  readonly at: Date;
  readonly kind: LedgerKind;
  /** Whole US cents, above zero: the kind says which way the money went. */
  readonly amountInCents: number;
  /** The provider's name for the payment, refund or dispute. */
  readonly providerReference: string | null;
  /** The bid that the hold backs; `null` for a refund or dispute, and for a hold that never backed a bid. */
  readonly bidId: string | null;
  /** Why a hold ended without a capture, as a stable code; `null` if the auction simply needed it no longer. */
  readonly reason: string | null;
}

/** Reads the movements of these auctions, each in the order in which they happened. */
export async function findLedgers(connection: Connection, auctionIds: readonly string[]): Promise<LedgerEntry[][]> {
  const { rows } = await connection.query<LedgerEntry & { auctionId: string }>({
    name: 'find-ledgers',
    text: `
      select auction_id as "auctionId", at, kind, amount as "amountInCents", provider_reference as "providerReference",
        bid_id as "bidId", reason
      from (${movements('auction_id = any($1::uuid[])')}) moved
      order by at, array_position('{${ledgerKinds.join()}}'::text[], kind), provider_reference`,
    values: [auctionIds],
  });
  const entriesOf = Map.groupBy(rows, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => entriesOf.get(auctionId) ?? []);
}
