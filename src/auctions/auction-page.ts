import { z } from 'zod';
import { customIssue, timestampInput } from '../core/check-input.ts';
import { checkCursorPage, cursorPageInput, maxTotalCount } from '../core/cursor-page.ts';
import { maxReferenceLength, maxTitleLength } from '../core/limits.ts';
import { pageSizeLimit } from '../core/page-input.ts';
import { searchText } from '../core/text-input.ts';
import { AuctionStatus } from '../db/generated/enums.ts';
import { isBehind, type Keyset, nameOfWay, rowsBehind } from '#one-statement/keyset.ts';
import { countUpToMaximum, maxSearched, searchedCount, searchedRows } from '../db/page-rows.ts';
import type { PageSource } from '#one-statement/source.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import { conditionOf, type Filter } from '../db/sql.ts';
import { auctionOrderInput, auctionOrderOf } from './auction-order.ts';
import { rowsOfStatus, statusByClock } from './auction-row.ts';

// One page of a seller's auctions, found and ordered. `$1` is the seller. An index has the auctions in each order, so that a page costs the
// same however many there are. If a filter is not in that index, the page searches a number of rows, and the next page goes on from there.
// Titles are in no index: one of three characters each finds no two characters of Chinese, reads all auctions with a common word, and slows
// down every write of an auction.

function atLeastOne<Item>({ value, issues }: z.core.ParsePayload<readonly Item[]>): void {
  if (value.length === 0) issues.push(customIssue(value, 'too_short', 'Must name at least one.'));
  if (value.length <= pageSizeLimit) return;
  issues.push(customIssue(value, 'too_long', `Must name at most ${pageSizeLimit}.`));
}

const instant = timestampInput.min(0).nullish();

const auctionPageInput = cursorPageInput
  .extend({
    statuses: z.array(z.enum(AuctionStatus)).check(atLeastOne).nullish(),
    auctionIds: z.array(z.guid()).check(atLeastOne).nullish(),
    reference: searchText(maxReferenceLength).nullish(),
    titleContains: searchText(maxTitleLength).nullish(),
    createdFromTimestamp: instant,
    createdBeforeTimestamp: instant,
    endsFromTimestamp: instant,
    endsBeforeTimestamp: instant,
    orderBy: auctionOrderInput,
  })
  .check(({ value, issues }) => {
    for (const range of ['created', 'ends'] as const) {
      const [from, before] = [value[`${range}FromTimestamp`], value[`${range}BeforeTimestamp`]];
      if (from == null || before == null || from < before) continue;
      const path = `${range}BeforeTimestamp`;
      issues.push(customIssue(before, 'invalid_value', `Must be after ${range}FromTimestamp.`, [path]));
    }
  });

type Filters = z.output<typeof auctionPageInput>;

/**
 * Returns the index in which a page finds its auctions, and the filters that this index does not have.
 *
 * @returns `few`: all that the ids or a reference name
 */
function wayOf(input: Partial<Filters>, order: ReturnType<typeof auctionOrderOf>['index']) {
  const searched: ('title' | 'created' | 'ends' | 'statuses')[] = [];
  const isByReference = input.reference != null;
  if (input.auctionIds != null || (isByReference && order !== 'created')) return { index: 'few', searched } as const;
  const created = input.createdFromTimestamp ?? input.createdBeforeTimestamp;
  const ends = input.endsFromTimestamp ?? input.endsBeforeTimestamp;
  if (input.titleContains != null) searched.push('title');
  if (created != null && order !== 'created') searched.push('created');
  if (ends != null && order !== 'ends') searched.push('ends');
  if (input.statuses != null && isByReference) searched.push('statuses');
  return { index: isByReference ? 'reference' : order, searched } as const;
}

/** Names the set of filters in few letters, as names of statements are short: each has its own statement, so that each plan uses its own index. */
function lettersOf(input: Filters): string {
  const letters = Object.entries(lettersOfFilters).filter(([name]) => input[name as keyof Filters] != null);
  const statuses = [...new Set(input.statuses)].toSorted().map(([first]) => first);
  return [...letters.map(([, letter]) => letter), ...statuses].join('');
}

const lettersOfFilters = {
  auctionIds: 'i',
  reference: 'r',
  titleContains: 't',
  createdFromTimestamp: 'cf',
  createdBeforeTimestamp: 'cb',
  endsFromTimestamp: 'ef',
  endsBeforeTimestamp: 'eb',
  statuses: '-',
} satisfies Partial<Record<keyof Filters, string>>;

/** Checks whether a page searches rows for a filter that its index does not have. */
function isSearching(raw: object): boolean {
  return wayOf(raw, auctionOrderOf(raw).index).searched.length > 0;
}

/** Returns the number of rows that a page may read in addition to its own. */
export function rowsSearched(raw: object): number {
  return isSearching(raw) ? maxSearched : 0;
}

/** Returns the number of rows that `totalCount` may read. */
export function rowsCounted(raw: object): number {
  return isSearching(raw) ? maxSearched : maxTotalCount;
}

const own = 'auctions where seller_id = $1';

/** The columns of an order by bids. */
const rankColumns =
  'highest_bid_value_in_cents as highest_bid, bid_counts.auction_id as ranked_id, bid_counts.status as ranked_status';

/** The seller's rows in an order by bids. `offset 0` keeps the planner from joining all of them before it orders them. */
const ranked = `(
  select auctions.*, ${rankColumns}
  from bid_counts, lateral (select * from ${own} and auctions.auction_id = bid_counts.auction_id offset 0) auctions
  where bid_counts.seller_id = $1) auctions where true`;

/** The same of a few rows. */
function rankedFew(few: string): string {
  return `(
  select auctions.*, rank.* from (${few}) auctions, lateral (
    select ${rankColumns} from bid_counts where bid_counts.auction_id = auctions.auction_id offset 0
  ) rank)`;
}

/** Ignores case, and how an accent is written, in every script. The parameter is folded once. */
function containsTitle(parameter: string): string {
  // To normalize a text takes longer than all the rest, and plain ASCII needs none.
  const normal = (text: string) =>
    `case when octet_length(${text}) = char_length(${text}) then ${text} else normalize(${text}, NFC) end`;
  const folded = (text: string) => `casefold((${normal(text)}) collate pg_unicode_fast)`;
  return `strpos(${folded('title')}, (select ${folded(`${parameter}::text`)})) > 0`;
}

/**
 * Returns the source of a page of the connection.
 *
 * @param raw the filters, `orderBy`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function auctionPage(raw: unknown, parameter: Parameters): PageSource {
  const order = auctionOrderOf(raw);
  const { input, page } = checkCursorPage(auctionPageInput, order, raw);
  const way = wayOf(input, order.index);
  const keyset = { order, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  const limit = parameter(page.limit + 1);
  const isRanked = order.index === 'highestBid';
  const rows = isRanked ? ranked : own;

  const given = (...filters: Filter[]) => conditionOf(filters, parameter);
  const filters = {
    created: given(
      [(from) => `created_at >= to_timestamp(${from})`, input.createdFromTimestamp ?? undefined],
      [(before) => `created_at < to_timestamp(${before})`, input.createdBeforeTimestamp ?? undefined],
    ),
    ends: given(
      [(from) => `bidding_period_ends_at >= to_timestamp(${from})`, input.endsFromTimestamp ?? undefined],
      [(before) => `bidding_period_ends_at < to_timestamp(${before})`, input.endsBeforeTimestamp ?? undefined],
    ),
    title: given([containsTitle, input.titleContains ?? undefined]),
    ids: given([(auctionIds) => `auction_id = any(${auctionIds}::uuid[])`, input.auctionIds ?? undefined]),
    reference: given([(reference) => `reference = ${reference}`, input.reference ?? undefined]),
  };
  // A parameter of its own each, so that PostgreSQL searches the index for it: nearly every row is `completed`.
  const statuses = input.statuses == null ? null : [...new Set(input.statuses)].toSorted();
  const walked = statuses ?? (way.index === 'ends' || way.index === 'highestBid' ? Object.values(AuctionStatus) : []);
  const statusParameters = walked.map((status) => [status, `${parameter(status)}::auction_status`] as const);

  /** Checks the status by the clock. */
  const hasStatus = (now: string) =>
    statuses === null
      ? 'true'
      : `(${statusByClock(now)})::auction_status in (${statusParameters.map(([, each]) => each).join(', ')})`;

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
      const { created, ends, title } = filters;
      const conditions = `${created} and ${ends} and ${title} and ${hasStatus(now)}`;
      return rowsBehind(place, `${isRanked ? rankedFew(few) : `(${few})`} auctions where ${conditions}`, most);
    }
    const inIndex = Object.entries(filters)
      .filter(([name, condition]) => condition !== 'true' && !way.searched.some((each) => each === name))
      .map(([, condition]) => condition);
    const isByStatus = statusParameters.length > 0 && way.index !== 'reference';
    const parts = isByStatus
      ? partsOf(now, isRanked ? 'ranked_status' : 'status')
      : [{ condition: 'true', isOrdered: true }];
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
  const searched = (now: string) =>
    way.searched.map((name) => (name === 'statuses' ? hasStatus(now) : filters[name])).join(' and ');
  return {
    name: `${order.name}${nameOfWay(page)}-${lettersOf(input)}`,
    table: 'auctions',
    order,
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
