import {
  type AuctionOfBid,
  type BidValue,
  columnsOfBid,
  fromPublicAuction,
  type PublicAuction,
  publicAuctionColumns,
} from './find-public-auction.ts';
import { type EarlierBid, earlierBids, type OwnBid, ownBids } from './own-bid.ts';
import { signingSecrets } from '../../auctions/bidders/bidder-signing.ts';
import { Refusal } from '../../core/refusal.ts';
import { liveSellersUseOwn } from '../../payments/providers/paid-account.ts';
import { withInstants } from '../../platform/db/with-instants.ts';
import { type CardTexts, cardTexts, type ItemCard, itemCard } from '../../auctions/presentation/item-card.ts';
import type { PageDeps } from './page-deps.ts';

/** The part of an auction's page that the steps of a bid read. */
export interface ReadToBid {
  readonly auction: AuctionOfBid;
  readonly own: readonly EarlierBid[];
  readonly card: Pick<ItemCard, 'language'>;
  /** The seller's secrets for signed links, as they are stored. */
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
}

/** An item card with its texts rendered. */
export type PageCard = Omit<ItemCard, keyof CardTexts> & CardTexts;

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

const secretsOfSeller = signingSecrets('auctions.seller_id');

/** SQL of an array in JSON. */
const listOf = (rows: string) => `(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`;

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
 * Reads an auction and what belongs to it for a reader, in one statement and one column: `pg` takes longer to read forty columns.
 *
 * @param select the columns
 * @throws Refusal `auction_not_found`
 */
async function readRow<Row extends object>(
  { db, gateways }: Pick<PageDeps, 'db' | 'gateways'>,
  { auctionId }: Reader,
  { name, select, ids }: { readonly name: string; readonly select: string; readonly ids: readonly unknown[] },
): Promise<Row> {
  const { rows } = await db.query<{ page: Row }>({
    name,
    text: `select to_json(page) as page from (select ${select} ${fromPublicAuction}) page`,
    values: [auctionId, liveSellersUseOwn(gateways), ...ids],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return withInstants(rows[0].page);
}

/**
 * Reads everything that the page shows in one statement.
 *
 * @throws Refusal `auction_not_found`
 */
export async function readPage(deps: Pick<PageDeps, 'db' | 'gateways'>, page: Reader): Promise<ReadPage> {
  const { reader, own: ownOfReader, ids } = ownOf(page, ownBids);
  type Row = PublicAuction & Omit<ReadPage, 'auction' | 'card'> & { readonly card: ItemCard };
  const { own, latest, card, signingSecrets, ...auction } = await readRow<Row>(deps, page, {
    name: `read-page-of-${reader}`,
    select: `${publicAuctionColumns}, ${ownOfReader} as own, ${listOf(latestBids)} as latest,
        (select to_json(card) from (${itemCard}) card) as card, coalesce(${secretsOfSeller}, '{}') as "signingSecrets"`,
    ids,
  });
  return { auction, own, latest, card: { ...card, ...cardTexts(card) }, signingSecrets };
}

/**
 * Reads the part of it that the steps of a bid need: these show no page.
 *
 * @throws Refusal `auction_not_found`
 */
export async function readToBid(deps: Pick<PageDeps, 'db' | 'gateways'>, page: Reader): Promise<ReadToBid> {
  const { reader, own: ownOfReader, ids } = ownOf(page, earlierBids);
  type Row = AuctionOfBid & Omit<ReadToBid, 'auction' | 'card'> & ReadToBid['card'];
  const { own, language, signingSecrets, ...auction } = await readRow<Row>(deps, page, {
    name: `read-to-bid-of-${reader}`,
    select: `${columnsOfBid}, ${ownOfReader} as own,
        (select language from seller_profiles where seller_profiles.seller_id = auctions.seller_id) as language,
        ${reader === 'signed' ? `coalesce(${secretsOfSeller}, '{}')` : `'{}'::text[]`} as "signingSecrets"`,
    ids,
  });
  return { auction, own, card: { language }, signingSecrets };
}
