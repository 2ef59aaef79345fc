import { differences } from '../audit/differences.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkInput } from '../core/check-input.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { alarmsOf } from './auction-alarms.ts';
import { readClock, sellerNow } from '../db/seller-clock.ts';
import { auctionFaults } from './auction-faults.ts';
import { startFaults, type UpdateAuctionInput, updateAuctionInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';
import { auditedAuction } from './audited-auction.ts';
import { lockAuction } from './find-auction.ts';

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

  const { auction, moved } = await inTransaction(db, async (tx) => {
    const before = await lockAuction(tx, viewer, auctionId);
    if (before.status === 'completed') throw new Refusal('auction_completed');
    if (before.status === 'ongoing') refuseLockedFields(before, raw as UpdateAuctionInput);
    const changes = checkInput(updateAuctionInput, raw);
    const auction = await writeChanges(tx, before, changes);
    await remember(tx, viewer, before, auction);
    return { auction, moved: changes.biddingPeriod !== undefined };
  });

  // After the commit: an alarm, or an announcement, of what was rolled back would be a look for nothing.
  live.announce(auction.auctionId);
  if (moved) await alarms.arm(alarmsOf(auction));
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

async function writeChanges(tx: Connection, before: AuctionRow, input: UpdateAuctionInput): Promise<AuctionRow> {
  const { rows } = await tx.query<AuctionRow>({
    name: 'update-auction',
    // The old start is judged once more: a period that has begun can no longer be moved, however long this took.
    text: `
      update auctions set
        title = coalesce($3, title),
        minimum_bid_value_in_cents = coalesce($4, minimum_bid_value_in_cents),
        bidding_period_starts_at = coalesce(to_timestamp($5), bidding_period_starts_at),
        bidding_period_ends_at = coalesce(to_timestamp($6), bidding_period_ends_at)
      where seller_id = $1 and auction_id = $2 and ($5::float8 is null or (
        bidding_period_starts_at > ${sellerNow} and to_timestamp($5) >= ${sellerNow} + interval '1 minute'))
      returning ${auctionColumns}`,
    values: [
      before.sellerId,
      before.auctionId,
      input.title ?? null,
      input.minimumBidValueInCents ?? null,
      input.biddingPeriod?.startTimestamp ?? null,
      input.biddingPeriod?.endTimestamp ?? null,
    ],
  });
  if (rows[0] !== undefined) return rows[0];
  const faults = startFaults(input, await readClock(tx, before.sellerId));
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  throw new Refusal('field_locked', { faults: [lockedField('/biddingPeriod')] });
}

/** An update that left everything as it was leaves no entry either. */
async function remember(tx: Connection, viewer: Viewer, before: AuctionRow, after: AuctionRow): Promise<void> {
  const changed = differences(auditedAuction(before), auditedAuction(after));
  if (changed === null) return;
  const subject = { subjectType: 'auction', subjectId: after.auctionId } as const;
  await recordAudit(tx, viewer, { action: 'updateAuction', ...subject, ...changed });
}
