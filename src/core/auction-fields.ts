/** A stored field of an auction. */
export interface AuctionField {
  readonly column: string;
  /** Its column is a `timestamptz`. */
  readonly isInstant?: true;
  /** `/v1` and the payloads of webhooks show it. */
  readonly isInV1?: true;
  /** The payloads of webhooks show it, and `/v1` does not. */
  readonly isInWebhooksAlone?: true;
  /** The seller sets it on creation and may change it later. The audit log remembers it. */
  readonly isSetBySeller?: true;
  /** The seller may leave this text out, and remove it. */
  readonly isOptional?: true;
}

/**
 * The stored fields of an auction, in the order in which `/v1` shows them. The row, the statements that create and update an
 * auction, the audit log, the REST view and the payloads of webhooks are derived from this list.
 */
const auctionFields = {
  auctionId: { column: 'auction_id', isInV1: true },
  createdAt: { column: 'created_at', isInstant: true, isInV1: true },
  biddingPeriodStartsAt: {
    column: 'bidding_period_starts_at',
    isInstant: true,
    isInV1: true,
    isSetBySeller: true,
  },
  biddingPeriodEndsAt: { column: 'bidding_period_ends_at', isInstant: true, isInV1: true, isSetBySeller: true },
  type: { column: 'type', isInV1: true, isSetBySeller: true },
  minimumBidValueInCents: { column: 'minimum_bid_value_in_cents', isInV1: true, isSetBySeller: true },
  title: { column: 'title', isInV1: true, isSetBySeller: true },
  status: { column: 'status', isInV1: true },
  reference: { column: 'reference', isInWebhooksAlone: true, isSetBySeller: true, isOptional: true },
  sellerId: { column: 'seller_id' },
  outcome: { column: 'outcome' },
  completedAt: { column: 'completed_at', isInstant: true },
  cancelledAt: { column: 'cancelled_at', isInstant: true },
  captureRequestedAt: { column: 'capture_requested_at', isInstant: true },
} as const satisfies Readonly<Record<string, AuctionField>>;

export type AuctionFieldName = keyof typeof auctionFields;

type Named = readonly [name: AuctionFieldName, field: AuctionField];

const all = Object.entries(auctionFields) as unknown as readonly Named[];

export const fieldsInV1 = all.filter(([, field]) => field.isInV1);

export const fieldsInWebhooks = all.filter(([, field]) => field.isInV1 || field.isInWebhooksAlone);

export const fieldsSetBySeller = all.filter(([, field]) => field.isSetBySeller);

/** Each stored field's column. */
export const columnsOfFields = Object.fromEntries(all.map(([name, { column }]) => [name, column])) as Readonly<
  Record<AuctionFieldName, string>
>;

/**
 * The fields of a bid in the order in which `/v1` shows them, each with its column. The row, the REST view and the payloads of
 * webhooks are derived from this list.
 */
export const bidFieldsInV1 = {
  bidId: 'bid_id',
  bidderId: 'bidder_id',
  placedAt: 'placed_at',
  bidValueInCents: 'bid_value_in_cents',
  auctionId: 'auction_id',
  isWinningBid: 'is_winning_bid',
} as const;
