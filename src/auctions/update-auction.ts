import { differences } from '../audit/differences.ts';
import { checkInput } from '../core/check-input.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { alarmsOf } from './auction-alarms.ts';
import { auctionFaults } from './auction-faults.ts';
import { instantsOf, startFaults, type UpdateAuctionInput, updateAuctionInput } from './auction-input.ts';
import type { AuctionRow } from './auction-row.ts';
import { auditedAuction } from './audited-auction.ts';
import { type AuctionChange, changeAuction, changing } from './change-auction.ts';

const updating = changing('update-auction', {
  set: 'title = $12, minimum_bid_value_in_cents = $13, bidding_period_starts_at = $14, bidding_period_ends_at = $15',
});

/**
 * Changes what the caller names, all of it or nothing. An empty change answers with the auction as it is.
 *
 * @param raw the fields as they came: `title`, `minimumBidValueInCents`, `biddingPeriod`, `type`, all optional
 * @throws Refusal `invalid_request`, `auction_not_found`, `auction_completed`, `field_locked`
 */
export async function updateAuction(deps: Deps, viewer: Viewer, auctionId: string, raw: unknown): Promise<AuctionRow> {
  const { db, alarms, live } = deps;
  const faults = await updateFaults(db.pool, viewer, raw);
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });

  const input = raw as UpdateAuctionInput;
  const auction = await changeAuction(db, viewer, auctionId, (before, now) => {
    if (before.status === 'completed') throw new Refusal('auction_completed');
    if (before.status === 'ongoing') refuseLockedFields(before, input);
    const changes = checkInput(updateAuctionInput, raw);
    const tooSoon = startFaults(changes, now);
    if (tooSoon.length > 0) throw new Refusal('invalid_request', { faults: tooSoon });
    return changeOf(before, changes);
  });

  // After the commit: an alarm, or an announcement, of what was rolled back would be a look for nothing.
  live.announce(auction.auctionId);
  if (input.biddingPeriod !== undefined) await alarms.arm(alarmsOf(auction));
  return auction;
}

/**
 * Every fault that no state of the auction excuses. An unsupported type alone is left to the state: while the auction
 * is ongoing it is a locked field instead.
 */
export async function updateFaults(connection: Connection, viewer: Viewer, raw: unknown): Promise<Fault[]> {
  const faults = await auctionFaults(connection, viewer, updateAuctionInput, raw);
  return faults.every(({ code }) => code === 'unsupported_type') ? [] : faults;
}

function refuseLockedFields(auction: AuctionRow, input: UpdateAuctionInput): void {
  const faults: Fault[] = [];
  if (input.biddingPeriod !== undefined) faults.push(lockedField('/biddingPeriod'));
  if (input.type !== undefined && input.type !== auction.type) faults.push(lockedField('/type'));
  if (faults.length > 0) throw new Refusal('field_locked', { faults });
}

function lockedField(pointer: string): Fault {
  return { pointer, code: 'field_locked', detail: 'May be changed only while the auction is upcoming.' };
}

/** @returns `null` where all stays as it is: that leaves no entry in the audit log either */
function changeOf(before: AuctionRow, changes: UpdateAuctionInput): AuctionChange | null {
  const { title, minimumBidValueInCents, biddingPeriod } = changes;
  const after = {
    ...before,
    title: title ?? before.title,
    minimumBidValueInCents: minimumBidValueInCents ?? before.minimumBidValueInCents,
    ...(biddingPeriod !== undefined && instantsOf(biddingPeriod)),
  };
  const changed = differences(auditedAuction(before), auditedAuction(after));
  if (changed === null) return null;
  return {
    statement: updating,
    seesOthers: false,
    values: [after.title, after.minimumBidValueInCents, after.biddingPeriodStartsAt, after.biddingPeriodEndsAt],
    entry: { action: 'updateAuction', ...changed },
  };
}
