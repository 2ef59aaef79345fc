import { checkInput } from '../core/check-input.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { alarmsOf } from './auction-alarms.ts';
import { auctionFaults } from './auction-faults.ts';
import { instantsOf, startFaults, type UpdateAuctionInput, updateAuctionInput } from './auction-input.ts';
import { changedPart } from './audited-auction.ts';
import { type AskedChange, type AuctionToJudge, changeAuction, changing } from './change-auction.ts';
import type { Shown } from './shown-auction.ts';

const updating = changing('updateAuction', {
  where: `standing <> 'completed'
    and ($7::timestamptz is null or (standing = 'upcoming' and $7 >= now + interval '1 minute'))
    and (title, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at) is distinct from
      (coalesce($5, title), coalesce($6, minimum_bid_value_in_cents),
        coalesce($7, bidding_period_starts_at), coalesce($8, bidding_period_ends_at))`,
  set: `title = coalesce($5, title), minimum_bid_value_in_cents = coalesce($6, minimum_bid_value_in_cents),
    bidding_period_starts_at = coalesce($7, bidding_period_starts_at), bidding_period_ends_at = coalesce($8, bidding_period_ends_at)`,
  before: changedPart('old'),
  after: changedPart('new'),
});

/**
 * Changes what the caller names, all of it or nothing. An empty change answers with the auction as it is.
 *
 * @param raw the fields as they came: `title`, `minimumBidValueInCents`, `biddingPeriod`, `type`, all optional
 * @throws Refusal `invalid_request`, `auction_not_found`, `auction_completed`, `field_locked`
 */
export async function updateAuction<Row extends object>(
  deps: Deps,
  viewer: Viewer,
  auctionId: string,
  raw: unknown,
  shown: Shown<Row>,
): Promise<Row> {
  const { db, alarms, live } = deps;
  const faults = await auctionFaults(db.pool, viewer, updateAuctionInput, raw);
  if (!areOfState(faults)) throw new Refusal('invalid_request', { faults });

  const input = raw as UpdateAuctionInput;
  const { title, minimumBidValueInCents, biddingPeriod } = input;
  const period = biddingPeriod === undefined ? null : instantsOf(biddingPeriod);
  const change: AskedChange = {
    atOnce: faults.length === 0 ? updating : null,
    // No rule goes by rows of others.
    whereHeld: null,
    values: [
      title,
      minimumBidValueInCents,
      period?.biddingPeriodStartsAt.toISOString(),
      period?.biddingPeriodEndsAt.toISOString(),
    ],
    judge: (auction) => {
      if (auction.status === 'completed') throw new Refusal('auction_completed');
      if (auction.status === 'ongoing') refuseLockedFields(auction, input);
      const tooSoon = startFaults(checkInput(updateAuctionInput, raw), new Date(auction.now));
      if (tooSoon.length > 0) throw new Refusal('invalid_request', { faults: tooSoon });
      return isSo(auction, input, period);
    },
  };
  const auction = await changeAuction(db, viewer, auctionId, change, shown);

  // After the commit: an alarm, or an announcement, of what was rolled back would be a look for nothing.
  live.announce(auctionId);
  if (period !== null) await alarms.arm(alarmsOf({ auctionId, ...period }));
  return auction;
}

/** Every fault that no state of the auction excuses. */
export async function updateFaults(connection: Connection, viewer: Viewer, raw: unknown): Promise<Fault[]> {
  const faults = await auctionFaults(connection, viewer, updateAuctionInput, raw);
  return areOfState(faults) ? [] : faults;
}

/** An unsupported type alone is left to the state: while the auction is ongoing it is a locked field instead. */
function areOfState(faults: readonly Fault[]): boolean {
  return faults.every(({ code }) => code === 'unsupported_type');
}

/** Is the auction as it is asked to be, in all that is named? */
function isSo(
  { title, minimumBidValueInCents, biddingPeriodStartsAt, biddingPeriodEndsAt }: AuctionToJudge,
  asked: UpdateAuctionInput,
  period: ReturnType<typeof instantsOf> | null,
): boolean {
  return (
    (asked.title ?? title) === title &&
    (asked.minimumBidValueInCents ?? minimumBidValueInCents) === minimumBidValueInCents &&
    (period === null ||
      (period.biddingPeriodStartsAt.getTime() === Date.parse(biddingPeriodStartsAt) &&
        period.biddingPeriodEndsAt.getTime() === Date.parse(biddingPeriodEndsAt)))
  );
}

function refuseLockedFields(auction: AuctionToJudge, input: UpdateAuctionInput): void {
  const faults: Fault[] = [];
  if (input.biddingPeriod !== undefined) faults.push(lockedField('/biddingPeriod'));
  if (input.type !== undefined && input.type !== auction.type) faults.push(lockedField('/type'));
  if (faults.length > 0) throw new Refusal('field_locked', { faults });
}

function lockedField(pointer: string): Fault {
  return { pointer, code: 'field_locked', detail: 'May be changed only while the auction is upcoming.' };
}
