import { auditColumns, auditValues } from '../audit/record-audit.ts';
import { checkInput } from '../core/check-input.ts';
import { instantOfTimestamp } from '../core/instants.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { alarmsOf } from './auction-alarms.ts';
import { readClock, sellerNow } from '../db/seller-clock.ts';
import { auctionFaults } from './auction-faults.ts';
import { createAuctionInput, startFaults } from './auction-input.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';
import { auditedAuction } from './audited-auction.ts';

/**
 * Creates an `upcoming` auction and arms its alarms.
 *
 * @param raw the arguments as they came: `biddingPeriod`, `title`, `minimumBidValueInCents`, `type`
 * @throws Refusal `invalid_request` with every fault
 */
export async function createAuction({ db, alarms }: Deps, viewer: Viewer, raw: unknown): Promise<AuctionRow> {
  const faults = await auctionFaults(db.pool, viewer, createAuctionInput, raw);
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  const input = checkInput(createAuctionInput, raw);

  const after = auditedAuction({
    ...input,
    biddingPeriodStartsAt: instantOfTimestamp(input.biddingPeriod.startTimestamp),
    biddingPeriodEndsAt: instantOfTimestamp(input.biddingPeriod.endTimestamp),
  });

  const { rows } = await db.pool.query<AuctionRow>({
    name: 'create-auction',
    // The auction and its entry in the audit log, in one round trip.
    text: `
      with created as (
        insert into auctions
          (seller_id, created_at, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
        select $1, ${sellerNow}, $2, $3, $4, to_timestamp($5), to_timestamp($6)
        where to_timestamp($5) >= ${sellerNow} + interval '1 minute'
        returning *
      ), remembered as (
        insert into audit_log (${auditColumns})
        select $7, $8, $9, $10, $11, $12, $13, auction_id from created
      )
      select ${auctionColumns} from created`,
    values: [
      viewer.sellerId,
      input.title,
      input.type,
      input.minimumBidValueInCents,
      input.biddingPeriod.startTimestamp,
      input.biddingPeriod.endTimestamp,
      ...auditValues(viewer, { action: 'createAuction', subjectType: 'auction', before: null, after }),
    ],
  });
  const auction = rows[0];
  if (auction === undefined) {
    throw new Refusal('invalid_request', { faults: startFaults(raw, await readClock(db.pool, viewer.sellerId)) });
  }

  await alarms.arm(alarmsOf(auction));
  return auction;
}
