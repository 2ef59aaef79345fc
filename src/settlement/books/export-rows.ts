import { statusByClock } from '../../auctions/auction-row.ts';
import { bidsOfAuction } from '../../auctions/bids/reads.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { forLargeReads } from '../../platform/db/large-reads.ts';
import { sellerNow } from '../../platform/db/seller-clock.ts';
import { paymentTotals } from '../reversals/payment-of-auction.ts';
import { movements } from './ledger.ts';

/** The tables that a seller exports for a period. */
export const exportKinds = ['auctions', 'bids', 'sales', 'money', 'people'] as const;

export type ExportKind = (typeof exportKinds)[number];

/** One statement reads so many rows. */
export const exportPageSize = 500;

/** The period of an export: from the first instant up to, and without, the second. */
interface Period {
  readonly from: Date;
  readonly before: Date;
}

type Cell = string | null;

const dollars = (cents: string) => `to_char(${cents} / 100.0, 'FM999999999990.00')`;
const iso = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The auctions of the seller `$1` that ended from `$2` on and before `$3`, behind the keys `$5` and `$6`.
 *
 * @param behind `<=`: with the auction of the keys, whose rows did not all fit
 */
const endedAuctions = (condition: string, isFirst: boolean, behind: '<' | '<=' = '<') => `(
  select * from auctions where seller_id = $1 and status = 'completed' and bidding_period_ends_at >= $2 and bidding_period_ends_at < $3${condition}
  ${isFirst ? '' : `and (bidding_period_ends_at, auction_id) ${behind} ($5::timestamptz, $6::uuid)`}
  order by bidding_period_ends_at desc, auction_id desc limit $4) auctions`;

const winnersContact = `left join lateral (
    select bid_id, bidder_id, winner_reference, (select email from authorizations where authorizations.authorization_id = bids.authorization_id) as email
    from bids where bids.auction_id = auctions.auction_id and is_winning_bid
  ) won on true left join delivery_details on delivery_details.bid_id = won.bid_id
  left join shipments on shipments.bid_id = won.bid_id`;

interface Table {
  readonly scope: Scope;
  /** The header of each column, and its value as SQL. */
  readonly columns: Readonly<Record<string, string>>;
  /** SQL of the position of a row, for the next page. */
  readonly keys: readonly string[];
  /** SQL from `from` on. */
  readonly from: (isFirst: boolean) => string;
  /** SQL that is true for a row that is written; the others lead on to the next page alone. */
  readonly isShown?: string;
}

// Each page begins behind the last row of the page before, in the order of an index.
const tables: Readonly<Record<ExportKind, Table>> = {
  auctions: {
    scope: 'auctions:read',
    columns: {
      auctionId: 'auctions.auction_id::text',
      title: 'title',
      reference: 'reference',
      status: `${statusByClock(sellerNow)}::text`,
      outcome: 'outcome::text',
      createdAt: iso('created_at'),
      startsAt: iso('bidding_period_starts_at'),
      endsAt: iso('bidding_period_ends_at'),
      minimumUsd: dollars('minimum_bid_value_in_cents'),
    },
    keys: ['created_at', 'auctions.auction_id'],
    from: (isFirst) => `from (
      select * from auctions where seller_id = $1 and created_at >= $2 and created_at < $3
      ${isFirst ? '' : 'and (created_at, auction_id) < ($5::timestamptz, $6::uuid)'}
      order by created_at desc, auction_id desc limit $4) auctions order by created_at desc, auctions.auction_id desc`,
  },
  bids: {
    scope: 'bids:read',
    columns: {
      bidId: 'bid_id::text',
      auctionId: 'bids.auction_id::text',
      title: '(select title from auctions where auctions.auction_id = bids.auction_id)',
      bidderId: 'bidder_id',
      placedAt: iso('placed_at'),
      valueUsd: dollars('bid_value_in_cents'),
      isWinningBid: 'is_winning_bid::text',
    },
    keys: ['placed_at', 'bid_id'],
    from: (isFirst) => `from (
      select * from bids where seller_id = $1 and placed_at >= $2 and placed_at < $3
      ${isFirst ? '' : 'and (placed_at, bid_id) < ($5::timestamptz, $6::uuid)'}
      order by placed_at desc, bid_id desc limit $4) bids order by placed_at desc, bid_id desc`,
  },
  sales: {
    scope: 'bids:read',
    columns: {
      auctionId: 'auctions.auction_id::text',
      title: 'title',
      reference: 'reference',
      endedAt: iso('bidding_period_ends_at'),
      bids: `${bidsOfAuction.count}::text`,
      bidderId: 'won.bidder_id',
      winnerReference: 'won.winner_reference',
      email: 'won.email',
      name: 'delivery_details.name',
      address: 'delivery_details.address',
      telephone: 'delivery_details.telephone',
      capturedUsd: dollars('paid.captured'),
      refundedUsd: dollars('paid.refunded'),
      disputedUsd: dollars('paid.disputed'),
      applicationFeeUsd: dollars('paid.fee'),
      netUsd: dollars('paid.net'),
      carrier: 'shipments.carrier',
      trackingNumber: 'shipments.tracking_number',
      trackingUrl: 'shipments.tracking_url',
      shippedAt: iso('shipments.recorded_at'),
    },
    keys: ['bidding_period_ends_at', 'auctions.auction_id'],
    from: (isFirst) => `from ${endedAuctions(" and outcome = 'SOLD'", isFirst)} ${winnersContact}
      left join lateral (
        select sum(captured) as captured, sum(refunded) as refunded, sum(disputed) as disputed, sum(fee) as fee, sum(net) as net
        from (${paymentTotals('a.auction_id = auctions.auction_id')}) totals
      ) paid on true order by bidding_period_ends_at desc, auctions.auction_id desc`,
  },
  money: {
    scope: 'bids:read',
    columns: {
      auctionId: 'auctions.auction_id::text',
      title: 'title',
      at: iso('moved.at'),
      kind: 'moved.kind',
      amountUsd: dollars('moved.amount'),
      providerReference: 'moved.provider_reference',
      bidId: 'moved.bid_id::text',
      reason: 'moved.reason',
    },
    keys: ['bidding_period_ends_at', 'auctions.auction_id', 'coalesce(moved.place, 0)'],
    // An auction may have more movements than a page has rows: its next page begins behind the place of the last one.
    from: (isFirst) => `from ${endedAuctions('', isFirst, '<=')}
      left join lateral (
        select *, row_number() over (order by at, kind, authorization_id, provider_reference) as place
        from (${movements('auction_id = auctions.auction_id')}) moved
      ) moved on true
      ${isFirst ? '' : 'where (bidding_period_ends_at, auctions.auction_id) < ($5::timestamptz, $6::uuid) or moved.place > $7::bigint'}
      order by bidding_period_ends_at desc, auctions.auction_id desc, moved.place limit $4`,
    isShown: 'moved.kind is not null',
  },
  people: {
    scope: 'bids:read',
    columns: {
      bidderId: 'people.bidder_id',
      bids: 'placed.bids::text',
      wins: 'placed.wins::text',
      wonUsd: dollars('placed.won'),
      lastBidAt: iso('placed.last'),
      isBanned: `exists (select from banned_bidders b where b.seller_id = $1 and b.bidder_id = people.bidder_id)::text`,
    },
    keys: ['people.bidder_id'],
    // One look into the index finds the next bidder, however many bids the one before has placed.
    from: (isFirst) => `from (with recursive people as (
        (select bidder_id from bids where seller_id = $1 ${isFirst ? '' : 'and bidder_id > $5'} order by bidder_id limit 1)
        union all
        select following.bidder_id from people, lateral (
          select bidder_id from bids where seller_id = $1 and bidder_id > people.bidder_id order by bidder_id limit 1) following
      ) select bidder_id from people limit $4) people, lateral (
        select count(*) as bids, count(*) filter (where is_winning_bid) as wins, max(placed_at) as last,
          coalesce(sum(bid_value_in_cents) filter (where is_winning_bid), 0) as won
        from bids where seller_id = $1 and bids.bidder_id = people.bidder_id and placed_at >= $2 and placed_at < $3
      ) placed order by people.bidder_id`,
    isShown: 'placed.bids > 0',
  },
};

/** The scope that an export needs. */
export function scopeOfExport(kind: ExportKind): Scope {
  return tables[kind].scope;
}

/** The headers of the columns of an export. */
export function headersOf(kind: ExportKind): readonly string[] {
  return Object.keys(tables[kind].columns);
}

/**
 * Reads a table of a seller, one page after the other. A page is read once the page before is taken, so that one page is in memory.
 *
 * @returns pages of rows, each cell as text
 */
export async function* exportRows(
  db: Database,
  { sellerId }: Pick<Viewer, 'sellerId'>,
  kind: ExportKind,
  { from, before }: Period,
): AsyncGenerator<readonly (readonly Cell[])[], void> {
  const { columns, keys, from: source, isShown = 'true' } = tables[kind];
  const limited = forLargeReads(db, sellerId);
  let last: readonly unknown[] | null = null;
  while (true) {
    const { rows }: { rows: { cells: Cell[] | null; key: string[] }[] } = await limited.query({
      name: `export-${kind}${last === null ? '' : '-on'}`,
      text: `select case when ${isShown} then array[${Object.values(columns).join(', ')}] end as cells,
          array[${keys.map((key) => `${key}::text`).join(', ')}] as key ${source(last === null)}`,
      values: [sellerId, from, before, exportPageSize, ...(last ?? [])],
    });
    yield rows.flatMap(({ cells }) => (cells === null ? [] : [cells]));
    if (rows.length < exportPageSize) return;
    last = rows.at(-1)!.key;
  }
}
