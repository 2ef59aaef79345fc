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
import { type CancellationRefusal, refusalOfCancellation } from './refusal-of-cancellation.ts';
import { waitForCapture } from './wait-for-capture.ts';

const cancellation: ChangeRules = {
  refusal: refusalOfCancellation('judged'),
  isUnchanged: 'cancelled_at is not null',
  values: {
    status: `'completed'`,
    outcome: `'CANCELLED'`,
    cancelled_at: 'coalesce(judged.cancelled_at, judged.now)',
    completed_at: 'coalesce(judged.completed_at, judged.now)',
  },
  before: `jsonb_build_object('status', judged.status_now)`,
  after: `'{"status": "completed", "outcome": "CANCELLED"}'::jsonb`,
  also: `${recordCancellation('changed', '$5::uuid, $6::text')}, released as (${releasing('changed', { givesUpCaptures: true })})`,
};

const cancelling = changing('cancelAuction', cancellation);

/**
 * Ends an upcoming or ongoing auction without a winner, permanently, and marks every authorization for release by the
 * sweep. A repeated cancellation succeeds again. While a capture is under way, the cancellation waits for its outcome, unless it is part
 * of an outer transaction.
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
  using wait = waitForCapture(db);
  for (;;) {
    const changed = await changeLockedAuction<Row, CancellationRefusal>(db, cancelling, request, projection);
    if (changed.refusal === null) {
      crashPoint('cancel: committed');
      live.announce(auctionId);
      return changed.auction;
    }
    const { refusal } = changed;
    if (refusal !== 'capture_under_way') throw new Refusal(refusal);
    if (db.isTransaction === true || !(await wait.goesOn(auctionId))) {
      throw new Refusal('auction_settling', { capturing: auctionId });
    }
  }
}
