import {
  auctionFromJson,
  type AuctionOfBid,
  type BidValue,
  columnsOfBid,
  fromPublicAuction,
  type InJson,
  type PublicAuction,
  publicAuctionColumns,
} from './find-public-auction.ts';
import { type EarlierBid, earlierBids, type OwnBid, ownBids } from './own-bid.ts';
import type { Shipment } from '../../auctions/bidders/shipments.ts';
import { signingSecrets } from '../../auctions/bidders/bidder-signing.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import { liveSellersUseOwn } from '../../payments/providers/paid-account.ts';
import { type CardTexts, cardTexts, type ItemCard, itemCard } from '../../auctions/presentation/item-card.ts';
import type { PageDeps } from './page-deps.ts';

/** The part of an auction's page that the steps of a bid read. */
export interface ReadToBid {
  readonly auction: AuctionOfBid;
  readonly own: readonly EarlierBid[];
  readonly card: Pick<ItemCard, 'language'>;
  readonly signingSecrets: readonly string[];
}

/** The content of an auction's page for one browser. */
export interface ReadPage extends ReadToBid {
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

type Row = InJson<PublicAuction> & {
  readonly own: readonly (Omit<InJson<OwnBid>, 'shipment'> & { readonly shipment: InJson<Shipment> | null })[];
  readonly card: ItemCard;
  readonly latest: readonly InJson<BidValue>[];
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

/** SQL of a row as JSON in one column: `pg` takes longer to read forty columns. */
const asJson = (row: string) => `select to_json(page) as page from (${row}) page`;

/** The reader of an auction's page. */
export interface Reader {
  readonly auctionId: string;
  /** `null`: the browser has just been named, and has no bids. */
  readonly browserId: string | null;
  /** The bidder whose link came with a signature, which the caller has to verify; `null`: nobody. */
  readonly signedBidderId: string | null;
}

/** PostgreSQL prepares each part of a statement for each execution, so a reader's statement has only the parts that the reader needs. */
function ownOf({ browserId, signedBidderId }: Reader, { ofBrowser, ofBrowserAndSigned }: typeof ownBids) {
  if (signedBidderId !== null) {
    const own = listOf(ofBrowserAndSigned);
    return { reader: 'signed', own, ids: [browserId, signedBidderId] };
  }
  if (browserId === null) return { reader: 'newcomer', own: `'[]'::json`, ids: [] };
  return { reader: 'browser', own: listOf(ofBrowser), ids: [browserId] };
}

/**
 * Reads everything that the page shows in one statement.
 *
 * @throws Refusal `auction_not_found`
 */
export async function readPage({ db, gateways }: Pick<PageDeps, 'db' | 'gateways'>, page: Reader): Promise<ReadPage> {
  if (!isUuid(page.auctionId)) throw new Refusal('auction_not_found');
  const { reader, own: ownOfReader, ids } = ownOf(page, ownBids);
  const { rows } = await db.query<{ page: Row }>({
    name: `read-page-of-${reader}`,
    text: asJson(`
      select ${publicAuctionColumns}, ${ownOfReader} as own, ${listOf(latestBids)} as latest,
        (select to_json(card) from (${itemCard}) card) as card, ${signingSecrets('auctions.seller_id')} as "signingSecrets"
      ${fromPublicAuction}`),
    values: [page.auctionId, liveSellersUseOwn(gateways), ...ids],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  const { own, latest, card, signingSecrets: secrets, ...auction } = rows[0].page;
  return {
    auction: auctionFromJson<PublicAuction>(auction),
    own: own.map((bid) => ({
      ...bid,
      placedAt: bid.placedAt === null ? null : new Date(bid.placedAt),
      shipment: bid.shipment && { ...bid.shipment, recordedAt: new Date(bid.shipment.recordedAt) },
    })),
    card: { ...card, ...cardTexts(card) },
    latest: latest.map((bid) => ({ ...bid, placedAt: new Date(bid.placedAt) })),
    signingSecrets: secrets ?? [],
  };
}

/**
 * Reads the part of it that the steps of a bid need: these show no page.
 *
 * @throws Refusal `auction_not_found`
 */
export async function readToBid({ db, gateways }: Pick<PageDeps, 'db' | 'gateways'>, page: Reader): Promise<ReadToBid> {
  if (!isUuid(page.auctionId)) throw new Refusal('auction_not_found');
  const { reader, own: ownOfReader, ids } = ownOf(page, earlierBids);
  const { rows } = await db.query<{
    page: InJson<AuctionOfBid> & Omit<ReadToBid, 'auction' | 'card'> & ReadToBid['card'];
  }>({
    name: `read-to-bid-of-${reader}`,
    text: asJson(`
      select ${columnsOfBid}, ${ownOfReader} as own,
        (select language from seller_profiles where seller_profiles.seller_id = auctions.seller_id) as language,
        ${reader === 'signed' ? `coalesce(${signingSecrets('auctions.seller_id')}, '{}')` : `'{}'::text[]`} as "signingSecrets"
      ${fromPublicAuction}`),
    values: [page.auctionId, liveSellersUseOwn(gateways), ...ids],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  const { own, language, signingSecrets: secrets, ...auction } = rows[0].page;
  return { auction: auctionFromJson<AuctionOfBid>(auction), own, card: { language }, signingSecrets: secrets };
}
