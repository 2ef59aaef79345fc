import { nowOfSellersRow } from '../../platform/db/seller-clock.ts';
import { auctionProperties, type AuctionRow } from '../../auctions/auction-row.ts';
import { nextBidAbove } from '../../auctions/bid-steps.ts';
import { latestEnd } from '../../core/soft-close.ts';
import { Refusal } from '../../core/refusal.ts';
import type { SellerMode } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import { type ColumnsOf, selectList } from '../../platform/db/select-list.ts';
import { keepsCard } from '../../payments/holds/kept-card.ts';
import type { Gateways } from '../../payments/providers/gateways.ts';
import { liveSellersUseOwn, paidAccount } from '../../payments/providers/paid-account.ts';
import { bidsOfAuction } from '../../auctions/bids/reads.ts';
import { buyNowAbove } from '../../auctions/bids/judge-bid.ts';
import { highestThatCanPay } from '../../auctions/bids/rank.ts';
import { headAsJson, type TranscriptPlace } from '../../auctions/bids/transcript.ts';

/** An auction as the public may see it: the values of its bids, and nothing about its bidders. */
export interface PublicAuction extends Pick<
  AuctionRow,
  | 'auctionId'
  | 'sellerId'
  | 'title'
  | 'phase'
  | 'outcome'
  | 'minimumBidValueInCents'
  | 'biddingPeriodStartsAt'
  | 'biddingPeriodEndsAt'
  | 'cancelledAt'
> {
  readonly mode: SellerMode;
  readonly sellerName: string;
  /** The seller lets nobody bid without a signature. */
  readonly requiresSignature: boolean;
  /** The seller's instant at which the auction was read. */
  readonly now: Date;
  /** The time by which a test seller has advanced its clock. */
  readonly clockOffsetMs: number;
  /** The least amount of the next bid. */
  readonly nextBidInCents: number;
  readonly hasBidSteps: boolean;
  /** The price for which the item can be bought at once; `null`: it cannot. */
  readonly buyNowInCents: number | null;
  /** Somebody has bought the item for that price, or is about to be charged for it. */
  readonly isBought: boolean;
  /** With steps, the highest bid that no longer counts, if it is above the leading one. */
  readonly lapsedInCents: number | null;
  /** The window of the soft close; `null`: no bid moves the end. */
  readonly softCloseWindowSeconds: number | null;
  /** The latest end that bids can still bring about. */
  readonly latestEndsAt: Date;
  /** How often bids have moved the end. */
  readonly extensionCount: number;
  readonly bidCount: number;
  /** The head of the transcript; `null` before its first line. */
  readonly head: TranscriptPlace | null;
  readonly leadingBidId: string | null;
  readonly leadingValueInCents: number | null;
  /** The number of the bidder who leads. */
  readonly leadingBidder: number | null;
  /** The value of the winning bid. */
  readonly winningValueInCents: number | null;
  /** The provider has to keep the bidders' cards. */
  readonly keepsCard: boolean;
  /** False while the seller has no account that takes charges. */
  readonly canBePaid: boolean;
  /** The seller's account that a new bid would be paid into; `null`: the operator's own. */
  readonly paymentAccount: string | null;
}

const { auctionId, sellerId, title, phase, outcome, minimumBidValueInCents, ...ofRow } =
  auctionProperties(nowOfSellersRow);
const { biddingPeriodStartsAt, biddingPeriodEndsAt, cancelledAt } = ofRow;

/** SQL of each property of a `PublicAuction`; `fromPublicAuction` is its other half. */
const publicAuctionProperties = {
  auctionId,
  sellerId,
  title,
  phase,
  outcome,
  minimumBidValueInCents,
  biddingPeriodStartsAt,
  biddingPeriodEndsAt,
  cancelledAt,
  now: nowOfSellersRow,
  mode: 'sellers.mode',
  clockOffsetMs: 'sellers.clock_offset_ms::float8',
  sellerName: 'sellers.name',
  requiresSignature: `exists (
    select from bidder_signing where bidder_signing.seller_id = sellers.seller_id and is_required
  )`,
  nextBidInCents: nextBidAbove('lead.value'),
  hasBidSteps: 'bid_steps is not null',
  buyNowInCents: buyNowAbove('lead.value', nowOfSellersRow),
  isBought: 'purchase_bid_id is not null',
  lapsedInCents: `case when bid_steps is not null then (
    select max(bid_value_in_cents) from bids where bids.auction_id = $1 and bid_value_in_cents > coalesce(lead.value, 0)
  ) end`,
  softCloseWindowSeconds: 'soft_close_window_seconds',
  latestEndsAt: latestEnd,
  extensionCount: 'coalesce(extension_count, 0)',
  bidCount: bidsOfAuction.count,
  head: headAsJson,
  keepsCard,
  winningValueInCents: '(select bid_value_in_cents from bids where bids.auction_id = $1 and is_winning_bid)',
  leadingBidId: 'lead.bid',
  leadingValueInCents: 'lead.value',
  leadingBidder: 'lead.bidder',
  canBePaid: 'paid.can_be_paid',
  paymentAccount: 'paid.account',
} satisfies ColumnsOf<PublicAuction>;

export const publicAuctionColumns = selectList(publicAuctionProperties);

const ofBid = [
  ...(['auctionId', 'sellerId', 'title', 'phase', 'outcome', 'minimumBidValueInCents', 'now', 'mode'] as const),
  ...(['requiresSignature', 'nextBidInCents', 'buyNowInCents', 'leadingBidId', 'leadingValueInCents'] as const),
  'canBePaid',
] as const satisfies (keyof PublicAuction)[];

/** The part of an auction that the steps of a bid read. */
export type AuctionOfBid = Pick<PublicAuction, (typeof ofBid)[number]>;

export const columnsOfBid = selectList(publicAuctionProperties, ofBid);

/** SQL of the auction `$1`, of which `$2` says whether live sellers are paid into accounts of their own. */
export const fromPublicAuction = `
  from auctions
  join (select seller_id, mode, name, clock_offset_ms from sellers) sellers using (seller_id)
  left join lateral (
    select bid_id as bid, bid_value_in_cents as value, bidder_number as bidder ${highestThatCanPay('$1', nowOfSellersRow)}
  ) lead on true
  cross join lateral ${paidAccount({ id: 'sellers.seller_id', mode: 'sellers.mode' }, '$2')} paid
  where auction_id = $1`;

/**
 * Finds the auction for the public page.
 *
 * @param gateways whether live sellers are paid into accounts of their own
 * @throws Refusal `auction_not_found`
 */
export async function findPublicAuction(
  { db: connection, gateways }: { readonly db: Connection; readonly gateways: Gateways },
  auctionId: string,
): Promise<PublicAuction> {
  const { rows } = await connection.query<PublicAuction>({
    name: 'find-public-auction',
    text: `select ${publicAuctionColumns} ${fromPublicAuction}`,
    values: [auctionId, liveSellersUseOwn(gateways)],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0];
}

/** A bid without its bidder. */
export interface BidValue {
  readonly valueInCents: number;
  readonly placedAt: Date;
  /** Counts the bidders of the auction in the order of their first bids; `null`: the bid is of a version that did not count. */
  readonly bidderNumber: number | null;
}
