import type { Connection } from '../db/database.ts';
import { bidRank } from './bid-order.ts';
import { nowOfSeller } from '../db/seller-clock.ts';
import { canPay } from './can-pay.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

/** Finds the bid of the first rank on each of these auctions, `null` if there is none, in one statement. */
export async function findLeadingBids(
  { db }: { db: Connection },
  auctionIds: readonly string[],
): Promise<(BidRow | null)[]> {
  const { rows } = await db.query<BidRow>({
    name: 'find-leading-bids',
    text: `
      select ${bidColumns} from unnest($1::uuid[]) wanted (id), lateral (
        select * from bids where auction_id = wanted.id and ${canPay(nowOfSeller('bids.seller_id'))}
        order by ${bidRank} limit 1
      ) bids`,
    values: [auctionIds],
  });
  const leaderOf = new Map(rows.map((bid) => [bid.auctionId, bid]));
  return auctionIds.map((auctionId) => leaderOf.get(auctionId) ?? null);
}
