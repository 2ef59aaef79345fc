import { type AuctionFieldName, columnsOfFields } from '../core/auction-fields.ts';
import type { Auction, AuctionStatus } from '../platform/db/generated/client.ts';
import { type ColumnsAt, selectList } from '../platform/db/select-list.ts';

/** Finer than the status: `SETTLING` is past the end and not yet final. */
export const auctionPhases = ['UPCOMING', 'OPEN', 'SETTLING', 'FINAL'] as const;

export type AuctionPhase = (typeof auctionPhases)[number];

/** An auction as it is read: its row, with the status by the clock. */
export interface AuctionRow extends Pick<Auction, AuctionFieldName> {
  phase: AuctionPhase;
}

// All of these are SQL expressions over a row of `auctions`, given SQL of the seller's instant. The clock decides when an auction begins and when
// its bidding ends: a worker can be late to store that, a reader never sees it. `completed` is final and never derived: it is stored, once
// settlement has decided.

/** Returns SQL of the status by the clock. */
export function statusByClock(now: string): string {
  return `case when status = 'completed' then 'completed' when bidding_period_starts_at > ${now} then 'upcoming' else 'ongoing' end`;
}

function phaseByClock(now: string): string {
  return `case when status = 'completed' then 'FINAL' when bidding_period_starts_at > ${now} then 'UPCOMING' when bidding_period_ends_at > ${now} then 'OPEN' else 'SETTLING' end`;
}

/** Each property of an `AuctionRow`: its column, unless the clock decides. */
export const auctionProperties: ColumnsAt<AuctionRow> = (now) => ({
  ...columnsOfFields,
  status: statusByClock(now),
  phase: phaseByClock(now),
});

/** Returns SQL of the last change of an auction, from the name of its row. */
export function lastChange(row: string): string {
  return `coalesce(${row}.updated_at, ${row}.created_at)`;
}

/** Returns the select list of an `AuctionRow`. */
export function auctionColumns(now: string): string {
  return selectList(auctionProperties(now));
}

/**
 * Splits the rows that have a status by the clock into two parts.
 *
 * @returns `upToDate`: the rows that store this status, nearly all; an index has them in the order of the list. `outdated`: the rows that
 *   store another status until a worker transitions them; few, and in the index of due rows
 */
export function rowsOfStatus(status: AuctionStatus, now: string): { upToDate: string; outdated: string | null } {
  return {
    upToDate: status === 'upcoming' ? `bidding_period_starts_at > ${now}` : 'true',
    outdated: status === 'ongoing' ? `status = 'upcoming' and bidding_period_starts_at <= ${now}` : null,
  };
}
