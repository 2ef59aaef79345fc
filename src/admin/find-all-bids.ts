import { z } from 'zod';
import { findBidsInput } from '../bids/bid-input.ts';
import { bidFilters } from '../bids/bid-filters.ts';
import { bidColumns, type BidRow } from '../bids/bid-row.ts';
import { checkInput } from '../core/check-input.ts';
import type { Connection } from '../db/database.ts';
import type { AuthorizationState, PaymentProvider } from '../db/generated/client.ts';
import { conditionOf, makeParameters, type Parameters } from '../db/sql.ts';

/** A bid with its auction and its latest authorization. */
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

const findAllBidsInput = findBidsInput.extend({ bidId: z.guid().optional(), sellerId: z.guid().optional() });

type FindAllBidsInput = z.output<typeof findAllBidsInput>;

/**
 * Finds bids on the auctions of all sellers, newest first, each with its latest authorization.
 *
 * @param input `bidId`, `sellerId`, `auctionId`, `bidderId`, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAllBids({ db }: { db: Connection }, input: unknown): Promise<BidOfSeller[]> {
  const query = checkInput(findAllBidsInput, input);
  const parameter = makeParameters();
  const { rows } = await db.query<BidOfSeller>(
    `select b.*, sellers.name as "sellerName", auctions.title as "auctionTitle", latest.*
     from (select *, row_number() over () as place from (${listed(query, parameter)}) bids) b
     join sellers on sellers.seller_id = b."sellerId"
     join auctions on auctions.auction_id = b."auctionId"
     left join lateral (
       select authorization_id as "authorizationId", state as "authorizationState", provider,
         provider_reference as "providerReference", capture_before as "captureBefore", failure_code as "failureCode"
       from authorizations where authorizations.bid_id = b."bidId" order by created_at desc, authorization_id desc limit 1
     ) latest on true
     order by place`,
    parameter.values,
  );
  return rows;
}

/** Composes one page of bids, read in order by an index. */
function listed(query: FindAllBidsInput, parameter: Parameters): string {
  const { bidId, sellerId, auctionId, bidderId } = query;
  const [limit, offset] = [parameter(query.limit), parameter(query.offset)];
  const page = (order: string) => `order by ${order} limit ${limit} offset ${offset}`;
  const newestFirst = 'placed_at desc, bid_id desc';
  if (bidId !== undefined || sellerId !== undefined || auctionId !== undefined) {
    return `select ${bidColumns} from bids where ${conditionOf(bidFilters(query), parameter)} ${page(newestFirst)}`;
  }
  if (bidderId === undefined) return `select ${bidColumns} from bids ${page('bid_id desc')}`;
  // The index of a bidder's bids is by seller, and sellers are few.
  return `select ${bidColumns} from (
    select bids.* from sellers, lateral (
      select * from bids where bids.seller_id = sellers.seller_id and bidder_id = ${parameter(bidderId)}
      order by ${newestFirst} limit ${limit}::bigint + ${offset}::bigint
    ) bids
  ) bids ${page(newestFirst)}`;
}
