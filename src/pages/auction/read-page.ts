import { type BidValue, fromPublicAuction, type PublicAuction, publicAuctionColumns } from './find-public-auction.ts';
import { type OwnBid, ownBids } from './own-bid.ts';
import { deliveryFromJson, type DeliveryJson } from '../../auctions/bidders/delivery-details.ts';
import { shipmentFromJson, type ShipmentJson } from '../../auctions/bidders/shipments.ts';
import { signingSecrets } from '../../auctions/bidders/bidder-signing.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import { liveSellersUseOwn } from '../../payments/providers/paid-account.ts';
import { type CardTexts, cardTexts, type ItemCard, itemCard } from '../../auctions/presentation/item-card.ts';
import type { PageDeps } from './page-deps.ts';

/** The content of an auction's page for one browser. */
export interface ReadPage {
  readonly auction: PublicAuction;
  /** The bids of this browser, and those of the signed bidder, newest first. */
  readonly own: readonly OwnBid[];
  /** The words and the looks that the seller has chosen. */
  readonly card: PageCard;
  /** The latest bids, newest first. */
  readonly latest: readonly BidValue[];
  /** The seller's secrets for signed links, as they are stored. */
  readonly signingSecrets: readonly string[];
}

/** An item card with its texts rendered. */
export type PageCard = Omit<ItemCard, keyof CardTexts> & CardTexts;

type Row = PublicAuction & {
  readonly own: readonly (Omit<OwnBid, 'placedAt' | 'deliveryDetails' | 'shipment'> & {
    readonly placedAt: string | null;
    readonly deliveryDetails: DeliveryJson | null;
    readonly shipment: ShipmentJson | null;
  })[];
  readonly card: ItemCard;
  readonly latest: readonly (Omit<BidValue, 'placedAt'> & { readonly placedAt: string })[];
  readonly signingSecrets: readonly string[] | null;
};

/** The bids that the chart is drawn of. */
const maxCharted = 100;

/**
 * SQL of the latest bids on the auction `$1`, without their bidders, newest first. The limit is a query, so that PostgreSQL's plan
 * does not know it: for the few bids of an average auction it would rather sort all of them than read the index in its order, which
 * takes a popular auction a hundred times as long.
 */
const latestBids = `
    select bid_value_in_cents as "valueInCents", placed_at as "placedAt", bidder_number as "bidderNumber" from bids
    where auction_id = $1 order by placed_at desc, bid_id desc limit (select ${maxCharted})`;

/** SQL of an array in JSON. */
const listOf = (rows: string) => `(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`;

/**
 * Reads everything that the page shows in one statement.
 *
 * @param browserId `null`: the browser has just been named, and has no bids
 * @param signedBidderId whose link came with a signature, which the caller has to verify; `null`: nobody's
 * @throws Refusal `auction_not_found`
 */
export async function readPage(
  { db, gateways }: Pick<PageDeps, 'db' | 'gateways'>,
  auctionId: string,
  browserId: string | null,
  signedBidderId: string | null,
): Promise<ReadPage> {
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  // PostgreSQL prepares each part of a statement for each execution, so a reader's statement has only the parts that the reader needs.
  const reader = signedBidderId !== null ? 'signed' : browserId !== null ? 'browser' : 'newcomer';
  const { own: ownOfReader, values } = {
    newcomer: { own: `'[]'::json`, values: [] },
    browser: { own: listOf(ownBids.ofBrowser), values: [browserId] },
    signed: { own: listOf(ownBids.ofBrowserAndSigned), values: [browserId, signedBidderId] },
  }[reader];
  const { rows } = await db.query<Row>({
    name: `read-page-of-${reader}`,
    text: `
      select ${publicAuctionColumns}, ${ownOfReader} as own, ${listOf(latestBids)} as latest,
        (select to_json(card) from (${itemCard}) card) as card, ${signingSecrets('auctions.seller_id')} as "signingSecrets"
      ${fromPublicAuction}`,
    values: [auctionId, liveSellersUseOwn(gateways), ...values],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  const { own, latest, card, signingSecrets: secrets, ...auction } = rows[0];
  return {
    auction,
    own: own.map((bid) => ({
      ...bid,
      placedAt: bid.placedAt === null ? null : new Date(bid.placedAt),
      deliveryDetails: bid.deliveryDetails && deliveryFromJson(bid.deliveryDetails),
      shipment: bid.shipment && shipmentFromJson(bid.shipment),
    })),
    card: { ...card, ...cardTexts(card) },
    latest: latest.map((bid) => ({ ...bid, placedAt: new Date(bid.placedAt) })),
    signingSecrets: secrets ?? [],
  };
}
