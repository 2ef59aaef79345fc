import { z } from 'zod';
import { findBidsInput } from '../bids/bid-input.ts';
import { bidColumns, type BidRow } from '../bids/bid-row.ts';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import type { Database } from '../db/database.ts';
import type { AuthorizationState, PaymentProvider } from '../db/generated/client.ts';
import { narrowing } from './narrowing.ts';

/** A bid, whose auction it is on, and the money behind it. */
export interface BidOfSeller extends BidRow {
  sellerName: string;
  auctionTitle: string;
  authorizationId: string | null;
  authorizationState: AuthorizationState | null;
  provider: PaymentProvider | null;
  providerReference: string | null;
  captureBefore: Date | null;
  failureCode: string | null;
}

const findAllBidsInput = findBidsInput.extend({ sellerId: z.guid().optional() });

type FindAllBidsInput = z.output<typeof findAllBidsInput>;

/**
 * Bids on the auctions of all sellers, newest first, each with its latest authorization.
 *
 * @param input `sellerId`, `auctionId`, `bidderId`, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAllBids({ db }: { db: Pick<Database, 'pool'> }, input: unknown): Promise<Page<BidOfSeller>> {
  const asked = checkInput(findAllBidsInput, input);
  const { text, values } = listed(asked);
  const { rows } = await db.pool.query<BidOfSeller>(
    `select b.*, sellers.name as "sellerName", auctions.title as "auctionTitle", z.*
     from (select *, row_number() over () as place from (${text}) bids) b
     join sellers on sellers.seller_id = b."sellerId"
     join auctions on auctions.auction_id = b."auctionId"
     left join lateral (
       select authorization_id as "authorizationId", state as "authorizationState", provider,
         provider_reference as "providerReference", capture_before as "captureBefore", failure_code as "failureCode"
       from authorizations where authorizations.bid_id = b."bidId" order by created_at desc limit 1
     ) z on true
     order by place`,
    [asked.limit + 1, asked.offset, ...values],
  );
  return pageOf(rows, asked.limit);
}

/** One page of bids by the index that has them in order; `$1` are as many as to read, after skipping `$2`. */
function listed({ sellerId, auctionId, bidderId }: FindAllBidsInput): { text: string; values: readonly unknown[] } {
  const page = (order: string) => `order by ${order} limit $1 offset $2`;
  if (sellerId === undefined && auctionId === undefined) {
    if (bidderId === undefined) return { text: `select ${bidColumns} from bids ${page('bid_id desc')}`, values: [] };
    // A bidder's bids have an index for each seller, and sellers are few.
    const ofEach = `select * from bids where bids.seller_id = sellers.seller_id and bidder_id = $3
      order by placed_at desc, bid_id desc limit $1::bigint + $2::bigint`;
    return {
      text: `select ${bidColumns} from (select bids.* from sellers, lateral (${ofEach}) bids) bids
        ${page('placed_at desc, bid_id desc')}`,
      values: [bidderId],
    };
  }
  const { conditions, values } = narrowing(
    [
      ['seller_id = ?', sellerId],
      ['auction_id = ?', auctionId],
      ['bidder_id = ?', bidderId],
    ],
    2,
  );
  return {
    text: `select ${bidColumns} from bids where true ${conditions} ${page('placed_at desc, bid_id desc')}`,
    values,
  };
}
