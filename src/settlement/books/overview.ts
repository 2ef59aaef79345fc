import { z } from 'zod';
import { checkInput, customIssue, timestampInput } from '../../core/check-input.ts';
import type { Viewer } from '../../core/viewer.ts';
import { sellerNow } from '../../platform/db/seller-clock.ts';
import type { Deps } from '../../payments/deps.ts';
import { isCaptured } from '../../payments/holds/captured-money.ts';
import { paymentTotals } from '../reversals/payment-of-auction.ts';

/** A matter that a seller has to act on. */
export const concernKinds = ['dispute', 'not_charged', 'not_settled', 'no_delivery_details'] as const;

export type ConcernKind = (typeof concernKinds)[number];

/** One auction that needs its seller. */
export interface Concern {
  readonly kind: ConcernKind;
  readonly auctionId: string;
  readonly title: string;
  readonly since: Date;
}

/** The money of a seller, and the auctions that need the seller. */
export interface Overview {
  readonly heldInCents: number;
  readonly soldCount: number;
  readonly capturedInCents: number;
  readonly refundedInCents: number;
  readonly disputedInCents: number;
  readonly isExact: boolean;
  readonly concerns: readonly Concern[];
}

/** An overview reads at most so many auctions of its period, as many open ones, and as many open holds. */
export const maxOverviewRows = 1_000;

/** It names at most so many auctions of each kind. */
export const maxConcerns = 10;

const overviewInput = z
  .strictObject({ fromTimestamp: timestampInput.min(0), beforeTimestamp: timestampInput.min(0) })
  .check(({ value: { fromTimestamp, beforeTimestamp }, issues }) => {
    if (fromTimestamp < beforeTimestamp) return;
    issues.push(customIssue(beforeTimestamp, 'invalid_value', 'Must be after fromTimestamp.', ['beforeTimestamp']));
  });

const unfinishedOf = (status: string) => `(
      select auction_id, title, bidding_period_ends_at as ended_at from auctions
      where seller_id = $1 and status = ${status} order by bidding_period_ends_at, auction_id limit $4)`;

// The newest auctions of the period are found in `auctions_by_end`, the open ones by their status, and open disputes by their
// seller. Each status and the limit are parameters: with constants, PostgreSQL reads the open auctions of all sellers, and sorts all of one.
const overview = `
  with ended as materialized (
    select auction_id, title, outcome, bidding_period_ends_at as ended_at from auctions
    where seller_id = $1 and status = $5 and bidding_period_ends_at >= to_timestamp($2) and bidding_period_ends_at < to_timestamp($3)
    order by bidding_period_ends_at desc, auction_id desc limit $4
  ), unfinished as materialized (
    ${unfinishedOf('$6')} union all ${unfinishedOf('$7')} order by ended_at, auction_id limit $4
  ), held as materialized (
    select value_in_cents from (select auction_id from unfinished union all select auction_id from ended) own, lateral (
      select value_in_cents from authorizations h
      where h.auction_id = own.auction_id and h.authorized_at is not null and h.closed_at is null and not ${isCaptured('h')} offset 0
    ) h limit ${maxOverviewRows + 1}
  ), concerns as (
    (select 'dispute' as kind, auction_id, (select title from auctions a where a.auction_id = r.auction_id) as title, made_at as since
     from reversals r where seller_id = $1 and kind = 'dispute' and (state = 'open' or state = 'inquiry')
     order by made_at desc limit ${maxConcerns})
    union all
    (select 'not_charged', auction_id, title, ended_at from ended
     where outcome = 'UNSOLD' and exists (select from capture_attempts c where c.auction_id = ended.auction_id)
     order by ended_at desc limit ${maxConcerns})
    union all
    (select 'not_settled', auction_id, title, ended_at from unfinished
     where ended_at < ${sellerNow} - interval '5 minutes' order by ended_at limit ${maxConcerns})
    union all
    (select 'no_delivery_details', auction_id, title, ended_at from ended
     where outcome = 'SOLD' and exists (select from seller_profiles where seller_id = $1 and ask_winner_for <> 'NONE')
       and not exists (select from delivery_details d where d.auction_id = ended.auction_id)
     order by ended_at desc limit ${maxConcerns})
  )
  select (select coalesce(sum(value_in_cents), 0) from held)::float8 as "heldInCents", sums.*,
    greatest((select count(*) from ended), (select count(*) from unfinished), (select count(*) from held)) <= ${maxOverviewRows} as "isExact",
    (select coalesce(json_agg(json_build_object('kind', kind, 'auctionId', auction_id, 'title', title, 'since', since) order by since desc), '[]')
     from concerns) as concerns
  from (
    select count(*)::int as "soldCount", coalesce(sum(captured), 0)::float8 as "capturedInCents",
      coalesce(sum(refunded), 0)::float8 as "refundedInCents", coalesce(sum(disputed), 0)::float8 as "disputedInCents"
    from ended, lateral (${paymentTotals('a.auction_id = ended.auction_id')} offset 0) paid
  ) sums`;

/**
 * Sums up the money of a seller's auctions that ended in a period, and finds what needs the seller.
 *
 * @param raw the arguments, unchecked: `fromTimestamp`, `beforeTimestamp`
 * @throws Refusal `invalid_request`
 */
export async function readOverview(
  { db }: Pick<Deps, 'db'>,
  { sellerId }: Pick<Viewer, 'sellerId'>,
  raw: unknown,
): Promise<Overview> {
  const { fromTimestamp, beforeTimestamp } = checkInput(overviewInput, raw);
  const { rows } = await db.query<
    Omit<Overview, 'concerns'> & { concerns: (Omit<Concern, 'since'> & { since: string })[] }
  >({
    name: 'read-overview',
    text: overview,
    values: [sellerId, fromTimestamp, beforeTimestamp, maxOverviewRows + 1, 'completed', 'upcoming', 'ongoing'],
  });
  const { concerns, ...sums } = rows[0]!;
  return { ...sums, concerns: concerns.map((concern) => ({ ...concern, since: new Date(concern.since) })) };
}
