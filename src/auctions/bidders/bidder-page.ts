import { nameOfWay, orderOf, rowsBehind, statementName } from '#one-statement/keyset.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import type { PageSource } from '#one-statement/source.ts';
import { descending, checkCursorPage, cursorPageInput } from '../../core/cursor-page.ts';
import { bidderIdInput } from '../../core/text-input.ts';
import { countUpToMaximum, maxSearched, searchedCount, searchedRows } from '../../platform/db/page-rows.ts';
import type { ColumnsOf } from '../../platform/db/select-list.ts';
import { bidderDigest } from '../../payments/holds/holds-of-person.ts';

// One page of the bidders of a seller, `$1`. The first bid of a bidder stands for the bidder and never changes, so pages neither skip nor
// repeat a bidder that bids once more meanwhile.

/** A bidder and its bids on the auctions of one seller. */
export interface Bidder {
  readonly bidderId: string;
  readonly firstBidAt: Date;
  readonly lastBidAt: Date;
  readonly bidCount: number;
  readonly winCount: number;
  readonly wonInCents: number;
  /** `null`: the bidder is erased. */
  readonly email: string | null;
  readonly isBanned: boolean;
}

/** The newest bids of a bidder that are counted. */
export const maxBidsCounted = 1_000;

const newestOf = (columns: string, limit: number) => `
  select ${columns} from bids own where own.seller_id = bids.seller_id and own.bidder_id = bids.bidder_id
  order by own.placed_at desc, own.bid_id desc limit ${limit}`;

/** SQL of each property of a `Bidder`, over the row of the first bid. */
export const bidderProperties: ColumnsOf<Bidder> = {
  bidderId: 'bids.bidder_id',
  firstBidAt: 'bids.placed_at',
  lastBidAt: `(${newestOf('own.placed_at', 1)})`,
  bidCount: `(select count(*)::int from (${newestOf('', maxBidsCounted)}) counted)`,
  winCount: `(select count(*)::int from (${newestOf('own.is_winning_bid', maxBidsCounted)}) counted where is_winning_bid)`,
  wonInCents: `(select coalesce(sum(bid_value_in_cents), 0)::bigint
    from (${newestOf('own.is_winning_bid, own.bid_value_in_cents', maxBidsCounted)}) counted where is_winning_bid)`,
  email: `(select held.email from (${newestOf('own.authorization_id', 1)}) newest, authorizations held
    where held.authorization_id = newest.authorization_id and held.erased_at is null)`,
  isBanned: `exists (select from banned_bidders banned
    where banned.seller_id = bids.seller_id and banned.digest = ${bidderDigest('bids.seller_id', 'bids.bidder_id')})`,
};

const order = descending('newest-bidders', { placed_at: 'timestamptz', bid_id: 'uuid' });

/** SQL that is true for the first bid of its bidder. `offset 0` keeps PostgreSQL from a join that reads every bid of the seller. */
const isFirst = `not exists (select from bids earlier where earlier.seller_id = bids.seller_id and earlier.bidder_id = bids.bidder_id
  and (earlier.placed_at, earlier.bid_id) < (bids.placed_at, bids.bid_id) offset 0)`;

const bidderPageInput = cursorPageInput.extend({ bidderId: bidderIdInput.nullish() });

/**
 * Returns the source of a page of the bidders on the viewer's auctions.
 *
 * @param raw `bidderId`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function bidderPage(raw: unknown, parameter: Parameters): PageSource {
  const { input, page } = checkCursorPage(bidderPageInput, order, raw);
  const keyset = { order, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  const limit = parameter(page.limit + 1);
  const common = { table: 'bids', keyset, limit } as const;
  if (input.bidderId != null) {
    const one = `(select * from bids where seller_id = $1 and bidder_id = ${parameter(input.bidderId)}
      order by placed_at, bid_id limit 1) bids where true`;
    return {
      ...common,
      name: statementName('bidder', nameOfWay(page)),
      rows: () => rowsBehind(keyset, one, limit),
      count: () => countUpToMaximum(one),
    };
  }
  const own = 'bids where seller_id = $1';
  return {
    ...common,
    name: statementName('bidders', nameOfWay(page)),
    isSearch: true,
    rows: () => searchedRows({ ...common, rows: rowsBehind(keyset, own, String(maxSearched)), isItem: isFirst }),
    // In order, so that the planner has no reason to read all of them by a bitmap.
    count: () => searchedCount('bids', `${own} order by ${orderOf(keyset)}`, isFirst),
  };
}
