import { z } from 'zod';
import { checkCursorPage, cursorPageInput, type CursorPageRequest, maxTotalCount } from '../core/cursor-page.ts';
import { maxReferenceLength, maxTitleLength } from '../core/limits.ts';
import { centsRange, instantRange, listFilter } from './list-filters.ts';
import { searchText } from '../core/text-input.ts';
import { idOfInstant } from '../platform/db/id-of-instant.ts';
import { AuctionOutcome, AuctionStatus } from '../platform/db/generated/enums.ts';
import { isBehind, type Keyset, nameOfWay, rowsBehind, statementName } from '#one-statement/keyset.ts';
import { countUpToMaximum, maxSearched, searchedCount, searchedRows } from '../platform/db/page-rows.ts';
import type { PageSource } from '#one-statement/source.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import { conditionOf, type Filter } from '../platform/db/sql.ts';
import { type AuctionOrder, auctionOrderInput, auctionOrderOf } from './auction-order.ts';
import { auctionPhases, auctionProperties, rowsOfStatus, statusByClock } from './auction-row.ts';

// One page of a seller's auctions, or of all, found and ordered. An index has the auctions in each order, so that a page costs the
// same however many there are. If a filter is not in that index, the page searches a number of rows, and the next page goes on from there.
// Titles are in no index: one of three characters each finds no two characters of Chinese, reads all auctions with a common word, and slows
// down every write of an auction.

export const auctionFilterInput = z.strictObject({
  ids: listFilter(z.guid()),
  statuses: listFilter(z.enum(AuctionStatus)),
  phases: listFilter(z.enum(auctionPhases)),
  outcomes: listFilter(z.enum(AuctionOutcome)),
  created: instantRange,
  starts: instantRange,
  ends: instantRange,
  highestBidInCents: centsRange,
  reference: searchText(maxReferenceLength).nullish(),
  titleContains: searchText(maxTitleLength).nullish(),
});

const auctionPageInput = cursorPageInput.extend({ filter: auctionFilterInput.nullish(), orderBy: auctionOrderInput });

type Filters = z.output<typeof auctionFilterInput>;

/** Returns the ends of each range and the other filters, by the letter that stands for it in the name of a statement. */
function givenFilters({ created, starts, ends, highestBidInCents: bid, ...filters }: Partial<Filters>) {
  const all = {
    i: filters.ids,
    r: filters.reference,
    t: filters.titleContains,
    p: filters.phases,
    o: filters.outcomes,
    c: created?.from,
    d: created?.before,
    s: starts?.from,
    u: starts?.before,
    e: ends?.from,
    f: ends?.before,
    h: bid?.atLeast,
    k: bid?.atMost,
  };
  return Object.entries(all).flatMap(([letter, value]) => (value == null ? [] : [letter]));
}

/**
 * Returns the index in which a page finds its auctions, and the filters that this index does not have.
 *
 * @returns `few`: all that the ids or a reference name
 */
function wayOf(filters: Partial<Filters>, order: AuctionOrder['index']) {
  const { statuses } = filters;
  const isByReference = filters.reference != null && order !== 'id';
  if (filters.ids != null || statuses?.length === 0 || (isByReference && order !== 'created')) {
    return { index: 'few', searched: [] as string[] } as const;
  }
  const letters = new Set(givenFilters(filters));
  const needs = {
    title: letters.has('t'),
    created: (letters.has('c') || letters.has('d')) && order !== 'created' && order !== 'id',
    starts: letters.has('s') || letters.has('u'),
    ends: (letters.has('e') || letters.has('f')) && order !== 'ends',
    phases: letters.has('p'),
    outcomes: letters.has('o'),
    highestBid: letters.has('h') || letters.has('k'),
    statuses: statuses != null && isByReference,
    reference: letters.has('r') && order === 'id',
  };
  const searched = Object.entries(needs).flatMap(([condition, isSearched]) => (isSearched ? [condition] : []));
  return { index: isByReference ? 'reference' : order, searched } as const;
}

/** Names the set of filters in few letters, as names of statements are short: each has its own statement, so that each plan uses its own index. */
function lettersOf(filters: Partial<Filters>): string {
  const statuses = [...new Set(filters.statuses)].toSorted().map(([first]) => first);
  return [...givenFilters(filters), ...(filters.statuses == null ? [] : ['S', ...statuses])].join('');
}

/** Checks whether a page searches rows for a filter that its index does not have. */
function isSearching(raw: object): boolean {
  const { filter } = raw as { filter?: Partial<Filters> | null };
  return wayOf(filter ?? {}, auctionOrderOf(raw).index).searched.length > 0;
}

/** Returns the number of rows that a page may read in addition to its own. */
export function rowsSearched(raw: object): number {
  return isSearching(raw) ? maxSearched : 0;
}

/** Returns the number of rows that `totalCount` may read. */
export function rowsCounted(raw: object): number {
  return isSearching(raw) ? maxSearched : maxTotalCount;
}

/** The columns of an order by bids. */
const rankColumns =
  'highest_bid_value_in_cents as highest_bid, bid_counts.auction_id as ranked_id, bid_counts.status as ranked_status';

/** The seller's rows in an order by bids. `offset 0` keeps the planner from joining all of them before it orders them. */
const ranked = `(
  select auctions.*, ${rankColumns}
  from bid_counts, lateral (select * from auctions where seller_id = $1 and auctions.auction_id = bid_counts.auction_id offset 0) auctions
  where bid_counts.seller_id = $1) auctions where true`;

/** The same of a few rows. */
function rankedFew(few: string): string {
  return `(
  select auctions.*, rank.* from (${few}) auctions, lateral (
    select ${rankColumns} from bid_counts where bid_counts.auction_id = auctions.auction_id offset 0
  ) rank)`;
}

/** SQL of the highest bid that was placed on an auction; null without bids. */
const highestBid =
  '(select nullif(highest_bid_value_in_cents, 0) from bid_counts where bid_counts.auction_id = auctions.auction_id)';

/** Ignores case, and how an accent is written, in every script. The parameter is folded once. */
function containsTitle(parameter: string): string {
  // To normalize a text takes longer than all the rest, and plain ASCII needs none.
  const normal = (text: string) =>
    `case when octet_length(${text}) = char_length(${text}) then ${text} else normalize(${text}, NFC) end`;
  const folded = (text: string) => `casefold((${normal(text)}) collate pg_unicode_fast)`;
  return `strpos(${folded('title')}, (select ${folded(`${parameter}::text`)})) > 0`;
}

/**
 * Returns the source of a page of the viewer's auctions. `$1` is the viewer's seller.
 *
 * @param raw `filter`, `orderBy`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function pageOfAuctions(raw: unknown, parameter: Parameters): PageSource {
  const order = auctionOrderOf(raw);
  const { input, page } = checkCursorPage(auctionPageInput, order, raw);
  return pageOfChosen({ name: '', condition: 'seller_id = $1' }, order, input.filter ?? {}, page, parameter);
}

/**
 * Returns the source of a page of auctions.
 *
 * @param whose the auctions to choose from: a condition, and the name that tells it from others
 */
export function pageOfChosen(
  whose: { readonly name: string; readonly condition: string },
  order: AuctionOrder,
  filter: Partial<Filters>,
  page: CursorPageRequest,
  parameter: Parameters,
): PageSource {
  const own = `auctions where ${whose.condition}`;
  const { created, starts, ends, highestBidInCents: bid } = filter;
  const way = wayOf(filter, order.index);
  const keyset = { order, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  const limit = parameter(page.limit + 1);
  const isRanked = order.index === 'highestBid';
  const rows = isRanked ? ranked : own;

  const given = (...filters: Filter[]) => conditionOf(filters, parameter);
  const between = (column: string, range: Filters['created']) =>
    given(
      [(from) => `${column} >= to_timestamp(${from})`, range?.from],
      [(before) => `${column} < to_timestamp(${before})`, range?.before],
    );
  const filters = {
    created:
      order.index === 'id'
        ? given(
            [(id) => `auction_id >= ${id}`, created?.from == null ? null : idOfInstant(created.from)],
            [(id) => `auction_id < ${id}`, created?.before == null ? null : idOfInstant(created.before)],
          )
        : between('created_at', created),
    starts: between('bidding_period_starts_at', starts),
    ends: between('bidding_period_ends_at', ends),
    title: given([containsTitle, filter.titleContains]),
    ids: given([(ids) => `auction_id = any(${ids}::uuid[])`, filter.ids]),
    reference: given([(reference) => `reference = ${reference}`, filter.reference]),
    outcomes: given([(outcomes) => `outcome::text = any(${outcomes}::text[])`, filter.outcomes]),
    highestBid: given(
      [(value) => `${highestBid} >= ${value}`, bid?.atLeast],
      [(value) => `${highestBid} <= ${value}`, bid?.atMost],
    ),
  };
  const phases = filter.phases == null ? null : parameter(filter.phases);
  const isInPhase = (now: string) =>
    phases === null ? 'true' : `${auctionProperties(now).phase} = any(${phases}::text[])`;
  // A parameter of its own each, so that PostgreSQL searches the index for it: nearly every row is `completed`.
  const statuses = filter.statuses == null ? null : [...new Set(filter.statuses)].toSorted();
  const walked = statuses ?? (way.index === 'ends' || way.index === 'highestBid' ? Object.values(AuctionStatus) : []);
  const statusParameters = walked.map((status) => [status, `${parameter(status)}::auction_status`] as const);

  /** Checks the status by the clock. */
  const hasStatus = (now: string) =>
    statuses === null || statuses.length === 0
      ? String(statuses === null)
      : `(${statusByClock(now)})::auction_status in (${statusParameters.map(([, each]) => each).join(', ')})`;

  /** The same across sellers: the index of auctions that are not completed finds those. */
  const hasStatusAmongAll = (now: string) =>
    `${statuses === null || statuses.includes('completed') ? '' : `status <> 'completed' and `}${hasStatus(now)}`;

  /**
   * The rows of each status: those that store it, in the order of an index, and the few that still store another one. Without
   * `statuses`, all store theirs.
   */
  const partsOf = (now: string, column: string) =>
    statusParameters.flatMap(([status, each]) => {
      const { upToDate, outdated } =
        statuses === null ? { upToDate: 'true', outdated: null } : rowsOfStatus(status, now);
      const ordered = { condition: `${column} = ${each} and ${upToDate}`, isOrdered: true };
      return outdated === null ? [ordered] : [ordered, { condition: outdated, isOrdered: false }];
    });

  /** The first rows after a key set, without the filters that are searched for. */
  function rowsAfter(place: Keyset, now: string, most: string): string {
    if (way.index === 'few') {
      const few = `select * from ${own} and ${filters.ids} and ${filters.reference} offset 0`;
      const { ids: _, reference: __, ...others } = filters;
      const conditions = [...Object.values(others), isInPhase(now), hasStatus(now)].join(' and ');
      return rowsBehind(place, `${isRanked ? rankedFew(few) : `(${few})`} auctions where ${conditions}`, most);
    }
    const inIndex = Object.entries(filters)
      .filter(([name, condition]) => condition !== 'true' && !way.searched.includes(name))
      .map(([, condition]) => condition);
    const isByStatus = statusParameters.length > 0 && way.index !== 'reference' && way.index !== 'id';
    const parts = isByStatus
      ? partsOf(now, isRanked ? 'ranked_status' : 'status')
      : [{ condition: way.index === 'id' ? hasStatusAmongAll(now) : 'true', isOrdered: true }];
    const branches = parts.map(({ condition, isOrdered }) => {
      const where = [condition, ...inIndex].join(' and ');
      if (isOrdered) return rowsBehind(place, `${rows} and ${where}`, most);
      // These rows have an index of their own. Without `offset 0` the planner would search for them among all rows after the cursor.
      const few = `select * from ${own} and ${where} offset 0`;
      return `select * from ${isRanked ? rankedFew(few) : `(${few})`} auctions where ${isBehind(place)}`;
    });
    return branches.join(' union all ');
  }

  const isSearch = way.searched.length > 0;
  const searched = (now: string) => {
    const all: Readonly<Record<string, string>> = { ...filters, phases: isInPhase(now), statuses: hasStatus(now) };
    return way.searched.map((name) => all[name]).join(' and ');
  };
  return {
    name: statementName(whose.name, order.name, nameOfWay(page), lettersOf(filter)),
    table: 'auctions',
    keyset,
    limit,
    isSearch,
    rows(now) {
      if (!isSearch) return rowsAfter(keyset, now, limit);
      const searchedFrom = rowsAfter(keyset, now, String(maxSearched));
      return searchedRows({ table: 'auctions', keyset, limit, rows: searchedFrom, isItem: searched(now) });
    },
    count(now) {
      const most = isSearch ? maxSearched : maxTotalCount;
      const all = `(${rowsAfter({ ...keyset, from: null }, now, String(most + 1))}) auctions`;
      if (!isSearch) return countUpToMaximum(all);
      return searchedCount('auctions', all, searched(now));
    },
  };
}
