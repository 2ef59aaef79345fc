import { auditEntries, auditValues } from '../audit/record-audit.ts';
import { fromLivingKey } from '../auth/living-key.ts';
import { checkInput } from '../core/check-input.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { alarmsOf } from './auction-alarms.ts';
import { byInstant, nowOfSellersRow, readClock } from '../db/seller-clock.ts';
import { auctionFaults } from './auction-faults.ts';
import { createAuctionInput, instantsOf, startFaults } from './auction-input.ts';
import { auditedAuction } from './audited-auction.ts';
import { forShown, type Shown } from './shown-auction.ts';

// The key, the auction and its entry in the audit log, in one round trip.
const creating = forShown(
  'create-auction',
  (columns) => `
    with key as materialized (
      select ${nowOfSellersRow} as now ${fromLivingKey('$14')}
    ), created as (
      insert into auctions
        (seller_id, created_at, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
      select $1, now, $2, $3, $4, to_timestamp($5), to_timestamp($6) from key
      where to_timestamp($5) >= now + interval '1 minute'
      returning *
    ), ${auditEntries('created', 'auction_id', 7)}
    select ${byInstant(columns, 'now')} from key left join created auctions on true`,
);

/**
 * Creates an `upcoming` auction and arms its alarms.
 *
 * @param raw the arguments as they came: `biddingPeriod`, `title`, `minimumBidValueInCents`, `type`
 * @throws Refusal `invalid_request` with every fault, `invalid_api_key`
 */
export async function createAuction<Row extends { auctionId: string }>(
  { db, alarms }: Deps,
  viewer: Viewer,
  raw: unknown,
  shown: Shown<Row>,
): Promise<Row> {
  const faults = await auctionFaults(db.pool, viewer, createAuctionInput, raw);
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  const { biddingPeriod, title, type, minimumBidValueInCents } = checkInput(createAuctionInput, raw);
  const period = instantsOf(biddingPeriod);
  const after = auditedAuction({ title, type, minimumBidValueInCents, ...period });

  const { rows } = await db.pool.query<Row | { auctionId: null }>({
    ...creating(shown),
    values: [
      viewer.sellerId,
      title,
      type,
      minimumBidValueInCents,
      biddingPeriod.startTimestamp,
      biddingPeriod.endTimestamp,
      ...auditValues(viewer, { action: 'createAuction', subjectType: 'auction', before: null, after }),
      viewer.apiKeyId,
    ],
  });
  const auction = rows[0];
  if (auction === undefined) throw new Refusal('invalid_api_key');
  if (auction.auctionId === null) {
    throw new Refusal('invalid_request', { faults: startFaults(raw, await readClock(db.pool, viewer.sellerId)) });
  }

  await alarms.arm(alarmsOf({ auctionId: auction.auctionId, ...period }));
  return auction;
}
