import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../platform/db/database.ts';
import { lockAuction } from '../platform/db/lock-auction.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';
import type { Deps } from '../payments/deps.ts';
import { currentOrigin } from '../platform/jobs/job-origin.ts';
import { releasing } from '../payments/holds/begin-releases.ts';
import { isCapturedOutside, isCaptureUnderWay } from '../payments/holds/capture-conditions.ts';
import { recordCancellation } from './webhooks/record-events.ts';
import { changeAuction, type ChangeRules, changing, type Precondition } from './change-auction.ts';
import type { Projection } from './projection.ts';
import { waitForCapture } from './wait-for-capture.ts';

/**
 * `capture_under_way`: its outcome is waited for. `auction_settling`: somebody has captured a payment of the auction at the provider, and
 * an operator decides.
 */
export type CancellationRefusal = 'auction_completed' | 'capture_under_way' | 'auction_settling';

/**
 * Builds SQL of the refusal of a cancellation; null if it is allowed. The caller has locked the auction's row in an earlier statement.
 *
 * @param auction names the auction's row, with its status by the clock (`status_now`)
 */
export function refusalOfCancellation(auction: string): string {
  const payment = (condition: string) =>
    `exists (select from authorizations payment where payment.auction_id = ${auction}.auction_id and ${condition})`;
  return `case
    when ${auction}.cancelled_at is not null then null
    when status_now = 'completed' then 'auction_completed'
    when ${payment(isCaptureUnderWay('payment'))} then 'capture_under_way'
    when ${payment(isCapturedOutside('payment'))} then 'auction_settling' end`;
}

/**
 * The events of cancelled auctions and the release of what is held, as queries of a `with` that has the auctions as `changed`.
 *
 * @param reported the query with those that webhooks report
 * @param origin as SQL
 */
function consequences(reported: string, origin: string): string {
  const released = releasing('changed', { givesUpCaptures: true });
  return `
    ${recordCancellation(reported, origin)},
    released as (${released})`;
}

const cancellation: ChangeRules = {
  refusal: refusalOfCancellation('judged'),
  isUnchanged: 'cancelled_at is not null',
  values: {
    status: `'completed'`,
    outcome: `'CANCELLED'`,
    // In milliseconds, as the columns have them: the answer is composed of these values, not of the row once written.
    cancelled_at: 'coalesce(judged.cancelled_at, judged.now::timestamptz(3))',
    completed_at: 'coalesce(judged.completed_at, judged.now::timestamptz(3))',
  },
  before: `jsonb_build_object('status', judged.status_now)`,
  after: `'{"status": "completed", "outcome": "CANCELLED"}'::jsonb`,
  also: consequences('changed', '$5::uuid, $6::text'),
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
  deps: Omit<Deps, 'keyUse'>,
  viewer: Viewer,
  auctionId: string,
  projection: Projection<Row>,
  precondition: Precondition | null = null,
): Promise<Row> {
  const { db, live } = deps;
  const { requestId, traceparent } = currentOrigin();
  // The statement begins once the row is locked, so that it sees every hold that was written while it waited.
  const first = lockAuction(auctionId);
  const request = { viewer, auctionId, values: [requestId, traceparent], precondition, first };
  return await waitForCapture(deps, async () => {
    const changed = await changeAuction<Row, CancellationRefusal>(db, cancelling, request, projection);
    if (changed.refusal !== null) throw refuseToCancel(changed.refusal, auctionId);
    crashPoint('cancel: committed');
    live.announce(auctionId);
    return changed.auction;
  });
}

/** Makes the refusal of a cancellation. `waitForCapture` waits for one that names the auction as `capturing`. */
export function refuseToCancel(refusal: CancellationRefusal, auctionId: string): Refusal {
  return refusal === 'capture_under_way'
    ? new Refusal('auction_settling', { capturing: auctionId })
    : new Refusal(refusal);
}

const assignments = Object.entries(cancellation.values).map(([column, value]) => `${column} = ${value}`);

/**
 * Cancels auctions of one seller that the caller has locked, and that may be cancelled.
 *
 * @param request.isReported true if webhooks report the cancellations
 */
export async function cancelLocked(
  tx: Connection,
  { sellerId, auctionIds, isReported }: { sellerId: string; auctionIds: readonly string[]; isReported: boolean },
): Promise<void> {
  const { requestId, traceparent } = currentOrigin();
  await tx.query({
    name: 'cancel-locked-auctions',
    text: `
      with judged as materialized (
        select auctions.*, clock_timestamp() + ${clockOffset} as now from auctions join sellers using (seller_id)
        where seller_id = $1 and auction_id = any($2::uuid[])
      ), changed as (
        update auctions set ${assignments.join(', ')} from judged where auctions.auction_id = judged.auction_id
        returning old.status as was, new.*
      ), reported as (select * from changed where $5), ${consequences('reported', '$3::uuid, $4::text')}
      select from changed`,
    values: [sellerId, auctionIds, requestId, traceparent, isReported],
  });
}
