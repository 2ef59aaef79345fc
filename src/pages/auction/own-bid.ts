import { type DeliveryDetails, deliveryJson } from '../../auctions/bidders/delivery-details.ts';
import { type Shipment, shipmentJson } from '../../auctions/bidders/shipments.ts';
import { type BidHold, bidHoldProperties, joinWentBack } from '../../auctions/bids/bid-state.ts';
import type { Connection } from '../../platform/db/database.ts';
import { nowOfSellersRow } from '../../platform/db/seller-clock.ts';
import { type ColumnsOf, selectList } from '../../platform/db/select-list.ts';
import { isCapturable } from '../../payments/holds/capture-conditions.ts';
import { type News, newsOfAddress } from '../../auctions/mail/mail-addresses.ts';
import { hasBounced } from '../../auctions/presentation/has-bounced.ts';

/** The result of a form that this bidder submitted: a bid, or none (yet). */
export interface OwnBid extends BidHold {
  readonly authorizationId: string;
  readonly submissionToken: string;
  readonly email: string;
  readonly bidderId: string;
  /** False: the bidder sent it from another browser, with a signed `bidderId`. */
  readonly isOfBrowser: boolean;
  /** The form asked to buy the item now. */
  readonly isPurchase: boolean;
  /** By the seller's clock; `null`: there is no bid, or not yet. */
  readonly placedAt: Date | null;
  /** `null`: the bid has not won. */
  readonly winnerReference: string | null;
  /** Proves, with `bidderId`, whose line of the transcript it is; `null`: there is no bid, or it has no line. */
  readonly transcriptSalt: string | null;
  /** The number of the bidder among those of the auction; `null`: there is no bid, or it has none. */
  readonly bidderNumber: number | null;
  /** There is a bid, whose hold can still be captured, or somebody has captured at the provider. */
  readonly isCapturable: boolean;
  /** Whether news reaches the e-mail address; nothing does once it has bounced. */
  readonly news: News | 'unreachable';
  /** The delivery details that its bidder has given; `null`: none, or the bid has not won. */
  readonly deliveryDetails: Omit<DeliveryDetails, 'givenAt'> | null;
  /** How the seller has sent the item; `null`: that is not recorded, or the bid has not won. */
  readonly shipment: Shipment | null;
}

const maxShown = 50;

// The columns that a page needs. A row has three times as many, and each takes time.
const formColumns = `authorization_id, submission_token, email, bidder_id, browser_id, seller_id, is_purchase, bid_id, value_in_cents, state, failure_code,
    closed_at, captured_in_cents, created_at`;
// The auction is compared as text, because the indexes of browsers and of persons alone have it so: see `isOfPerson`.
const newest = `and replaces_authorization_id is null order by created_at desc limit ${maxShown}`;
const ofBrowser = `
  select ${formColumns} from authorizations where browser_id = $3 and auction_id::text = auctions.auction_id::text ${newest}`;
const ofSignedBidder = `
  select ${formColumns} from authorizations
  where seller_id = auctions.seller_id and bidder_id = $4 and auction_id::text = auctions.auction_id::text and erased_at is null and is_signed
    and browser_id is distinct from $3 ${newest}`;

/** SQL of each property of an `OwnBid`, over the rows of `bidsWith`. */
const properties = {
  authorizationId: 'first.authorization_id',
  submissionToken: 'first.submission_token',
  email: 'first.email',
  bidderId: 'first.bidder_id',
  isOfBrowser: 'first.browser_id is not distinct from $3',
  isPurchase: 'first.is_purchase is true',
  placedAt: 'bids.placed_at',
  winnerReference: 'bids.winner_reference',
  transcriptSalt: 'bids.transcript_salt',
  bidderNumber: 'bids.bidder_number',
  ...bidHoldProperties(nowOfSellersRow),
  isCapturable: `coalesce(${isCapturable('latest', nowOfSellersRow)}, false)`,
  news: `coalesce((
      select case
        when ${hasBounced('d')} then 'unreachable'
        else ${newsOfAddress('d')} end
      from mail_addresses d where d.seller_id = first.seller_id and d.address = first.email), 'waiting')`,
  deliveryDetails: `case when bids.is_winning_bid then (select ${deliveryJson} from delivery_details where delivery_details.bid_id = bids.bid_id) end`,
  shipment: `case when bids.is_winning_bid then (select ${shipmentJson} from shipments where shipments.bid_id = bids.bid_id) end`,
} satisfies ColumnsOf<OwnBid>;

const earlier = [
  ...(['authorizationId', 'submissionToken', 'email', 'bidderId', 'isOfBrowser', 'bidId', 'valueInCents'] as const),
  ...(['state', 'isCapturable'] as const),
] as const satisfies (keyof OwnBid)[];

/** The part of an own bid that the next one reads. */
export type EarlierBid = Pick<OwnBid, (typeof earlier)[number]>;

/**
 * Makes SQL of the bids of the browser `$3` on an auction, and of those that came with a signature for the bidder `$4`, with their holds, newest
 * first, at most 50. A page without a signature has a statement of its own, because PostgreSQL prepares each part of a statement for each execution.
 * Never look bids up by an unsigned `bidderId` or e-mail for a page: anybody can type those.
 */
function bidsWith(columns: string, joins: string) {
  const withBids = (forms: string) => `
  select ${columns}
  from (${forms}) first
  left join lateral (
    select bid_id, authorization_id, placed_at, winner_reference, transcript_salt, bidder_number, is_winning_bid
    from bids where bids.bid_id = first.bid_id offset 0) bids on true
  left join lateral (
    select authorization_id, state, capture_before, failure_code, closed_at, captured_in_cents
    from authorizations a where a.authorization_id = bids.authorization_id offset 0) latest on true
  ${joins}
  order by first.created_at desc limit ${maxShown}`;
  return {
    ofBrowser: withBids(ofBrowser),
    ofBrowserAndSigned: withBids(`(${ofBrowser}) union all (${ofSignedBidder})`),
  };
}

/** All that a page shows of these bids. */
export const ownBids = bidsWith(selectList(properties), joinWentBack);

/** The part of them that the next bid reads. */
export const earlierBids = bidsWith(selectList(properties, earlier), '');

/** The highest value of these bids that can still be captured: their bidder has to bid more. 0: none. */
export function highestOf(bids: readonly EarlierBid[]): number {
  return Math.max(0, ...bids.map(({ isCapturable, valueInCents }) => (isCapturable ? valueInCents : 0)));
}

/** The sum of the holds that a higher bid of the same person gives back. */
export function heldForBids(bids: readonly EarlierBid[]): number {
  return bids
    .filter(({ bidId, state }) => bidId !== null && state === 'authorized')
    .reduce((sum, { valueInCents }) => sum + valueInCents, 0);
}

interface BrowserOfBid {
  readonly browserId: string;
  readonly bidderId: string;
  readonly isSigned: boolean;
  readonly isNamed: boolean;
}

/**
 * Finds the browser that submitted a bid's form, and for whom.
 *
 * @returns the browser's id and the bidder, named by the link or by the e-mail alone; `null`: there is no such form, or it has no browser
 */
export async function findBrowserOfBid(
  connection: Connection,
  { auctionId, submissionToken }: { auctionId: string; submissionToken: string },
): Promise<BrowserOfBid | null> {
  const { rows } = await connection.query<BrowserOfBid>({
    name: 'find-browser-of-bid',
    text: `
      select browser_id as "browserId", bidder_id as "bidderId", is_signed as "isSigned",
        is_signed or bidder_id <> email as "isNamed"
      from authorizations
      where auction_id = $1 and submission_token = $2 and browser_id is not null`,
    values: [auctionId, submissionToken],
  });
  return rows[0] ?? null;
}
