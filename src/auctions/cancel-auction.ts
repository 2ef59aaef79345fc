import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import { releasing } from '../payments/begin-releases.ts';
import { recordCancellation } from '../webhooks/record-auction-events.ts';
import { changeLockedAuction, type ChangeRules, changing } from './change-auction.ts';
import type { Precondition } from './precondition.ts';
import type { Projection } from './projection.ts';

type RefusalCode = 'auction_completed' | 'auction_settling';

const cancellation: ChangeRules = {
  refusal: `case
    when cancelled_at is not null then null
    when status_now = 'completed' then 'auction_completed'
    when capture_requested_at is not null then 'auction_settling' end`,
  isUnchanged: 'cancelled_at is not null',
  values: {
    status: `'completed'`,
    outcome: `'CANCELLED'`,
    cancelled_at: 'coalesce(judged.cancelled_at, judged.now)',
    completed_at: 'coalesce(judged.completed_at, judged.now)',
  },
  before: `jsonb_build_object('status', judged.status_now)`,
  after: `'{"status": "completed", "outcome": "CANCELLED"}'::jsonb`,
  also: `${recordCancellation('changed', '$5::uuid, $6::text')}, released as (${releasing('changed')})`,
};

const cancelling = changing('cancelAuction', cancellation);

/**
 * Ends an upcoming or ongoing auction without a winner, permanently, and marks every authorization for release by the
 * sweep. A repeated cancellation succeeds again.
 *
 * @throws Refusal `auction_not_found`, `precondition_failed`, `auction_completed`, `auction_settling`
 */
export async function cancelAuction<Row extends object>(
  { db, live }: Deps,
  viewer: Viewer,
  auctionId: string,
  projection: Projection<Row>,
  precondition: Precondition | null = null,
): Promise<Row> {
  const { requestId, traceparent } = currentOrigin();
  const request = { viewer, auctionId, values: [requestId, traceparent], precondition };
  const changed = await changeLockedAuction<Row, RefusalCode>(db, cancelling, request, projection);
  if (changed.refusal !== null) throw new Refusal(changed.refusal, { keyIsActive: true });

  crashPoint('cancel: committed');
  live.announce(auctionId);
  return changed.auction;
}
