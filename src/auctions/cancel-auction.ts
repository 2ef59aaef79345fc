import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import { releasing } from '../payments/begin-releases.ts';
import { recordCancellation } from '../webhooks/record-auction-events.ts';
import { changeAuction, changeLockedAuction, type ChangeRules, changing } from './change-auction.ts';
import type { Projection } from './projection.ts';

type RefusalCode = 'auction_completed' | 'auction_settling' | 'may_hold_money';

/**
 * Returns SQL of the refusal of a cancellation.
 *
 * @param more further conditions of the `case`
 */
function refusalOf(more: string): string {
  return `case
    when cancelled_at is not null then null
    when status_now = 'completed' then 'auction_completed'
    when capture_requested_at is not null then 'auction_settling'
    ${more} end`;
}

const events = recordCancellation('changed', '$5::uuid, $6::text');

const cancellation: ChangeRules = {
  // No money is held before the first attempt to bid, which is written into the auction's own row.
  refusal: refusalOf(`when first_bid_attempt_at is not null then 'may_hold_money'`),
  isUnchanged: 'cancelled_at is not null',
  values: {
    status: `'completed'`,
    outcome: `'CANCELLED'`,
    cancelled_at: 'coalesce(judged.cancelled_at, judged.now)',
    completed_at: 'coalesce(judged.completed_at, judged.now)',
  },
  before: `jsonb_build_object('status', judged.status_now)`,
  after: `'{"status": "completed", "outcome": "CANCELLED"}'::jsonb`,
  also: events,
};

const cancelling = changing('cancelAuction', cancellation);

const cancellingAndReleasing = changing(
  'cancelAuction',
  {
    ...cancellation,
    refusal: refusalOf(''),
    also: `${events}, released as (${releasing('changed')})`,
  },
  'cancelAuction-releasing',
);

/**
 * Ends an upcoming or ongoing auction without a winner, permanently, and marks every authorization for release by the
 * sweep. A repeated cancellation succeeds again.
 *
 * @throws Refusal `auction_not_found`, `auction_completed`, `auction_settling`
 */
export async function cancelAuction<Row extends object>(
  { db, live }: Deps,
  viewer: Viewer,
  auctionId: string,
  projection: Projection<Row>,
): Promise<Row> {
  const { requestId, traceparent } = currentOrigin();
  const request = { viewer, auctionId, values: [requestId, traceparent] };
  let changed = await changeAuction<Row, RefusalCode>(db, cancelling, request, projection);
  if (changed.refusal === 'may_hold_money') {
    changed = await changeLockedAuction<Row, RefusalCode>(db, cancellingAndReleasing, request, projection);
  }
  if (changed.refusal === 'may_hold_money') throw new Error('A cancellation that releases money refused to.');
  if (changed.refusal !== null) throw new Refusal(changed.refusal, { keyIsActive: true });

  crashPoint('cancel: committed');
  live.announce(auctionId);
  return changed.auction;
}
