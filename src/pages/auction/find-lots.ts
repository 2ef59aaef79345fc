import { latestEnd } from '../../core/soft-close.ts';
import { auctionProperties } from '../../auctions/auction-row.ts';
import { bidsOfAuction } from '../../auctions/bids/reads.ts';
import type { Connection } from '../../platform/db/database.ts';
import { withInstants } from '../../platform/db/with-instants.ts';
import { selectList } from '../../platform/db/select-list.ts';
import { sellerNow } from '../../platform/db/seller-clock.ts';
import type { SellerMode } from '../../core/viewer.ts';
import { type ShownProfile, shownProperties } from '../../auctions/presentation/seller-profile.ts';

/** An auction on the page of its seller's open lots. */
export interface Lot {
  readonly auctionId: string;
  readonly title: string;
  readonly isUpcoming: boolean;
  /** The instant at which it opens, or ends. */
  readonly turnsAt: Date;
  /** Bids may still move its end. */
  readonly mayMove: boolean;
  readonly minimumBidValueInCents: number;
  readonly leadingValueInCents: number | null;
  readonly bidCount: number;
  /** `null`: it has none. */
  readonly pictureId: string | null;
  readonly alternativeText: string | null;
}

/** An auction that was sold of late. */
export interface SoldLot extends Pick<Lot, 'auctionId' | 'title' | 'pictureId' | 'alternativeText'> {
  readonly endedAt: Date;
  readonly winningValueInCents: number;
}

export interface Lots {
  readonly seller: Pick<
    ShownProfile,
    'sellerId' | 'displayName' | 'accentColor' | 'logoPictureId' | 'language' | 'lotsPage' | 'shopUrl'
  > & {
    readonly name: string;
    readonly mode: SellerMode;
    readonly now: Date;
  };
  /** The open ones first, the next to end before the others; then those to come. */
  readonly lots: readonly Lot[];
  /** The last one first; none unless the seller shows them. They stand on the first page. */
  readonly sold: readonly SoldLot[];
  readonly hasNext: boolean;
}

const open = ofStatus('ongoing', 'bidding_period_ends_at');
const isUpcoming = `${auctionProperties(sellerNow).phase} = 'UPCOMING'`;
const upcoming = ofStatus('upcoming', 'bidding_period_starts_at');

const firstPicture = `left join lateral (
        select picture_id, alternative_text from auction_pictures join pictures using (picture_id)
        where auction_pictures.auction_id = auctions.auction_id and uploaded_at is not null order by position limit 1
      ) shown on true`;

/** SQL of a page of lots, and of one more, of the seller `$1`. */
const lotsOfSeller = `
      select place, auctions.auction_id as "auctionId", title, minimum_bid_value_in_cents as "minimumBidValueInCents",
        ${isUpcoming} as "isUpcoming",
        case when ${isUpcoming} then bidding_period_starts_at else bidding_period_ends_at end as "turnsAt",
        not ${isUpcoming} and ${latestEnd} > bidding_period_ends_at as "mayMove",
        ${bidsOfAuction.count} as "bidCount",
        (select bid_value_in_cents ${bidsOfAuction.leading}) as "leadingValueInCents",
        shown.picture_id as "pictureId", shown.alternative_text as "alternativeText"
      from (
        (${open})
        union all (${upcoming})
        order by place limit $2 offset $3
      ) auctions
      ${firstPicture}`;

/** Nobody looks further back. */
const maxSoldLots = 12;

/** SQL of what the seller `$1` has sold of late. */
const soldOfSeller = `
      select auctions.auction_id as "auctionId", title, bidding_period_ends_at as "endedAt", shown.picture_id as "pictureId",
        shown.alternative_text as "alternativeText",
        (select bid_value_in_cents from bids where bids.auction_id = auctions.auction_id and is_winning_bid) as "winningValueInCents"
      from (
        select auction_id, title, bidding_period_ends_at from auctions
        where seller_id = $1 and status = 'completed' and outcome = 'SOLD' and bidding_period_ends_at > ${sellerNow} - interval '28 days'
        order by bidding_period_ends_at desc, auction_id desc limit ${maxSoldLots}
      ) auctions
      ${firstPicture}`;

const lotsOnPage = 60;
/** Nobody reads further, and each page reads those before it. */
export const maxLotsPages = 50;

/**
 * Finds a page of a seller's lots that are open or to come.
 *
 * @param page from 1 on
 * @returns `null`: there is no such seller, or it shows no such page
 */
export async function findLots(db: Connection, sellerId: string, page: number): Promise<Lots | null> {
  const { rows } = await db.query<Lots['seller'] & Pick<Lots, 'lots' | 'sold'>>({
    name: 'find-lots',
    text: `
      select ${selectList(shownProperties)}, sellers.name, sellers.mode, ${sellerNow} as now,
        (select coalesce(json_agg(lot order by place), '[]') from (${lotsOfSeller}) lot) as lots,
        (select coalesce(json_agg(lot order by "endedAt" desc, "auctionId" desc), '[]') from (${soldOfSeller}) lot
         where shows_sold_lots and $3 = 0) as sold
      from sellers join seller_profiles using (seller_id)
      where sellers.seller_id = $1 and lots_page <> 'HIDDEN' and suspended_at is null`,
    values: [sellerId, lotsOnPage + 1, (page - 1) * lotsOnPage],
  });
  if (rows[0] === undefined) return null;
  const { lots, sold, ...seller } = withInstants(rows[0]);
  return {
    seller,
    lots: lots.slice(0, lotsOnPage),
    sold,
    hasNext: lots.length > lotsOnPage && page < maxLotsPages,
  };
}

/** SQL of the lots up to the end of the page, by the index of their status. */
function ofStatus(status: 'ongoing' | 'upcoming', by: string): string {
  return `select *, (status = 'upcoming', ${by}, auction_id) as place from auctions
    where seller_id = $1 and status = '${status}' and bidding_period_ends_at > ${sellerNow} order by ${by}, auction_id limit $2::bigint + $3::bigint`;
}
