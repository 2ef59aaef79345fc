import { statementName } from '#one-statement/keyset.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import type { PageSource, Source } from '#one-statement/source.ts';
import { z } from 'zod';
import { auctionOrders, newestOfAll } from '../../auctions/auction-order.ts';
import { auctionFilterInput, pageOfChosen } from '../../auctions/page-of-auctions.ts';
import { bidOrders, newestOfAll as newestBids } from '../../auctions/bids/bid-order.ts';
import { bidFilterInput, pageOfBids } from '../../auctions/bids/reads.ts';
import { checkCursorPage, cursorPageInput } from '../../core/cursor-page.ts';
import { Refusal } from '../../core/refusal.ts';
import { searchText } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import { conditionOf, type Filter } from '../../platform/db/sql.ts';

// Searches of operators, across all sellers, newest first: auctions, bids and authorizations.

const ofAll = { sellerId: z.guid().nullish(), email: searchText(320).nullish() };

interface OfAll {
  readonly sellerId?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** The authorizations of an e-mail address that a list is filtered by: more than one person makes in years. */
const maxOfEmail = 1_000;

/** Returns the filters by the seller, and by what the newest authorizations of an e-mail address are for. */
function filtersOfAll(column: 'auction_id' | 'bid_id', { sellerId, email }: OfAll): Filter[] {
  const ids = (value: string) =>
    `array(select ${column} from authorizations where email = ${value} order by authorization_id desc limit ${maxOfEmail})`;
  return [
    [(value) => `seller_id = ${value}`, sellerId],
    [(value) => `${column} = any(${ids(value)})`, email],
  ];
}

/** Names the filters: each set has a statement of its own. */
function nameOf(given: OfAll & { readonly bidderId?: string | null | undefined }): string {
  return statementName('all', given.sellerId == null ? '' : 'seller', given.email == null ? '' : 'email');
}

const auctionPageInput = cursorPageInput.extend({ filter: auctionFilterInput.extend(ofAll).nullish() });

/**
 * Returns the source of a page of the auctions of all sellers. The index of a seller's auctions is by the seller's clock, the primary key
 * of all by PostgreSQL's.
 *
 * @param raw `filter`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function auctionPageOfAll(raw: unknown, parameter: Parameters): PageSource {
  const order = filterIn(raw)['sellerId'] == null ? newestOfAll : auctionOrders.CREATED_DESC;
  const { input, page } = checkCursorPage(auctionPageInput, order, raw);
  const { sellerId, email, ...filter } = input.filter ?? {};
  const condition = conditionOf(filtersOfAll('auction_id', { sellerId, email }), parameter);
  return pageOfChosen({ name: nameOf({ sellerId, email }), condition }, order, filter, page, parameter);
}

const bidPageInput = cursorPageInput.extend({ filter: bidFilterInput.extend(ofAll).nullish() });

/**
 * Returns the source of a page of the bids on the auctions of all sellers.
 *
 * @param raw `filter`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function bidPageOfAll(raw: unknown, parameter: Parameters): PageSource {
  const given = filterIn(raw);
  const isByInstant = ['sellerId', 'email', 'auctionId', 'bidderId'].some((name) => given[name] != null);
  const order = isByInstant ? bidOrders.PLACED_DESC : newestBids;
  const checked = checkCursorPage(bidPageInput, order, raw);
  const { sellerId, email, auctionId, bidderId } = checked.input.filter ?? {};
  const condition = conditionOf(filtersOfAll('bid_id', { sellerId, email }), parameter);
  // The index of a bidder's bids is by seller, and sellers are few.
  const isByBidder = bidderId != null && sellerId == null && email == null && auctionId == null;
  const own = isByBidder ? 'seller_id = any(array(select seller_id from sellers))' : condition;
  return pageOfBids(nameOf({ sellerId, email }), own, raw, checked, parameter, order);
}

/** The filter as it was sent, before its check: the order that the cursors must belong to depends on it. */
function filterIn(raw: unknown): Readonly<Record<string, unknown>> {
  return (raw as { filter?: Record<string, unknown> | null }).filter ?? {};
}

/**
 * Returns the source of an authorization of any seller.
 *
 * @throws Refusal `not_found` for an id that is no UUID
 */
export function anyAuthorization(authorizationId: string, parameter: Parameters): Source {
  if (!isUuid(authorizationId)) throw new Refusal('not_found');
  const id = parameter(authorizationId);
  const from = () => `from authorizations where authorization_id = ${id}`;
  return { name: 'find-any-authorization', table: 'authorizations', from, limit: null };
}
