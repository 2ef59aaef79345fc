import { z } from 'zod';
import { bidFilters, findBidsInput } from '../bids/reads.ts';
import { bidColumns, type BidRow } from '../bids/bid-row.ts';
import { checkInput } from '../core/check-input.ts';
import { searchText } from '../core/text-input.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { AuthorizationState, PaymentProvider } from '../db/generated/client.ts';
import { idOfInstant } from '../db/id-of-instant.ts';
import { conditionOf, type Filter, makeParameters, type Parameters } from '../db/sql.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import { newestOfEmail } from './find-all-payments.ts';

/** A bid with its auction and the authorization that backs it. */
export interface BidOfSeller extends BidRow {
  sellerName: string;
  sellerMode: SellerMode;
  auctionTitle: string;
  /** The e-mail address of the authorization. */
  email: string | null;
  authorizationId: string | null;
  authorizationState: AuthorizationState | null;
  provider: PaymentProvider | null;
  providerReference: string | null;
  captureBefore: Date | null;
  failureCode: FailureCode | null;
}

const cents = z.int().min(0).max(2_147_483_647);
const timestamp = z.int().min(0).max(1e11);

const findAllBidsInput = findBidsInput.extend({
  bidId: z.guid().optional(),
  sellerId: z.guid().optional(),
  email: searchText(320).optional(),
  minValueInCents: cents.optional(),
  maxValueInCents: cents.optional(),
  placedFromTimestamp: timestamp.optional(),
  placedBeforeTimestamp: timestamp.optional(),
});

type FindAllBidsInput = z.output<typeof findAllBidsInput>;

/**
 * Finds bids on the auctions of all sellers, newest first, each with the authorization that backs it.
 *
 * @param input `bidId`, `sellerId`, `auctionId`, `bidderId`, `email`, `placedFromTimestamp` and `placedBeforeTimestamp` in unix
 *   seconds, `minValueInCents` and `maxValueInCents` (among the newest 10,000 that the other filters leave), `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAllBids({ db }: { db: Connection }, input: unknown): Promise<BidOfSeller[]> {
  const query = checkInput(findAllBidsInput, input);
  const parameter = makeParameters();
  const { rows } = await db.query<BidOfSeller>(
    `select b.*, sellers.name as "sellerName", sellers.mode as "sellerMode", auctions.title as "auctionTitle", latest.*
     from (select *, row_number() over () as place from (${listed(query, parameter)}) bids) b
     join sellers on sellers.seller_id = b."sellerId"
     join auctions on auctions.auction_id = b."auctionId"
     left join lateral (
       select email, state as "authorizationState", provider, provider_reference as "providerReference",
         capture_before as "captureBefore", failure_code as "failureCode"
       from authorizations where authorization_id = b."authorizationId" offset 0
     ) latest on true
     order by place`,
    parameter.values,
  );
  return rows;
}

/** The number of bids that one query searches by their value, newest first: values have no index across auctions. */
const bidsSearched = 10_000;

/** Composes one page of bids, read in order by an index. */
function listed(query: FindAllBidsInput, parameter: Parameters): string {
  const { minValueInCents: min, maxValueInCents: max } = query;
  const [limit, offset] = [parameter(query.limit), parameter(query.offset)];
  const isSearch = min !== undefined || max !== undefined;
  const values: Filter[] = [
    [(value) => `bid_value_in_cents >= ${value}`, min],
    [(value) => `bid_value_in_cents <= ${value}`, max],
  ];
  const count = isSearch ? String(bidsSearched) : `${limit}::bigint + ${offset}::bigint`;
  const { bids, order } = newestFirst(query, count, parameter);
  return `select ${bidColumns}, authorization_id as "authorizationId" from (${bids}) bids where ${conditionOf(values, parameter)} order by ${order} limit ${limit} offset ${offset}`;
}

/** Composes the newest bids that the filters leave. Their order is that of the index. */
function newestFirst(
  query: FindAllBidsInput,
  count: string,
  parameter: Parameters,
): { readonly bids: string; readonly order: string } {
  const { bidId, sellerId, auctionId, bidderId, email } = query;
  const { placedFromTimestamp: from, placedBeforeTimestamp: before } = query;
  const order = 'placed_at desc, bid_id desc';
  const placed: Filter[] = [
    [(value) => `placed_at >= to_timestamp(${value})`, from],
    [(value) => `placed_at < to_timestamp(${value})`, before],
  ];
  if (bidId !== undefined || sellerId !== undefined || auctionId !== undefined || email !== undefined) {
    const byEmail: Filter = [(value) => `bid_id = any(${newestOfEmail('bid_id', value)})`, email];
    const condition = conditionOf([...bidFilters(query), byEmail, ...placed], parameter);
    return { order, bids: `select * from bids where ${condition} order by ${order} limit ${count}` };
  }
  if (bidderId === undefined) {
    const byId: Filter[] = [
      [(value) => `bid_id >= ${value}`, from === undefined ? undefined : idOfInstant(from)],
      [(value) => `bid_id < ${value}`, before === undefined ? undefined : idOfInstant(before)],
    ];
    const condition = conditionOf(byId, parameter);
    return { order: 'bid_id desc', bids: `select * from bids where ${condition} order by bid_id desc limit ${count}` };
  }
  // The index of a bidder's bids is by seller, and sellers are few.
  const condition = conditionOf([[(value) => `bidder_id = ${value}`, bidderId], ...placed], parameter);
  const bids = `select bids.* from sellers, lateral (
      select * from bids where bids.seller_id = sellers.seller_id and ${condition} order by ${order} limit ${count}
    ) bids`;
  return { order, bids };
}
