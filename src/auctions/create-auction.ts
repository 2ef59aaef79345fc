import { auditedRequestId, auditEntries } from '../audit/record-audit.ts';
import { findLivingKeys } from '../auth/find-living-keys.ts';
import { fromLivingKey } from '../auth/living-key.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { alarmsOf } from './auction-alarms.ts';
import { byInstant, nowOfSellersRow, readClock } from '../db/seller-clock.ts';
import { auctionFaults } from './auction-faults.ts';
import { createAuctionInput, instantsOf, startFaults } from './auction-input.ts';
import { auditedAuction } from './audited-auction.ts';
import { forShown, type Shown } from './shown-auction.ts';

// The key, the auction and its entry in the audit log, in one round trip. Nothing where the key is dead, or it begins too soon.
const creating = forShown(
  'create-auction',
  (columns) => `
    with created as (
      insert into auctions
        (seller_id, created_at, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
      select $1, now, $2, $3, $4, to_timestamp($5), to_timestamp($6)
      from (select ${nowOfSellersRow} as now ${fromLivingKey('$7')}) key
      where to_timestamp($5) >= now + interval '1 minute'
      returning *
    ), ${auditEntries('created', {
      action: 'createAuction',
      subjectType: 'auction',
      apiKeyId: '$7',
      requestId: '$8',
      before: 'null',
      after: '$9',
      subjectId: 'auction_id',
    })}
    select ${byInstant(columns, 'created_at')} from created auctions`,
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
  const checked = createAuctionInput.safeParse(raw);
  if (!checked.success) {
    const faults = await auctionFaults(db.pool, viewer, createAuctionInput, raw);
    throw new Refusal('invalid_request', { faults });
  }
  const { biddingPeriod, title, type, minimumBidValueInCents } = checked.data;
  const period = instantsOf(biddingPeriod);

  const { rows } = await db.pool.query<Row>({
    ...creating(shown),
    values: [
      viewer.sellerId,
      title,
      type,
      minimumBidValueInCents,
      biddingPeriod.startTimestamp,
      biddingPeriod.endTimestamp,
      viewer.apiKeyId,
      auditedRequestId(viewer),
      JSON.stringify(auditedAuction({ title, type, minimumBidValueInCents, ...period })),
    ],
  });
  const auction = rows[0];
  if (auction === undefined) {
    const [living, now] = await Promise.all([
      findLivingKeys(db, [viewer.apiKeyId]),
      readClock(db.pool, viewer.sellerId),
    ]);
    if (!living.has(viewer.apiKeyId)) throw new Refusal('invalid_api_key');
    throw new Refusal('invalid_request', { faults: startFaults(raw, now) });
  }

  await alarms.arm(alarmsOf({ auctionId: auction.auctionId, ...period }));
  return auction;
}
