import { leftOut, type postponed } from '../core/in-batches.ts';
import type { Connection, Database } from '../db/database.ts';
import { lockAuction, lockUnlockedAuctions } from '../db/lock-auction.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { type Claimed, claimedColumns } from '../holds/claim.ts';
import { fitReleases } from '../holds/begin-releases.ts';
import { couldBeCaptured } from '../holds/could-be-captured.ts';
import { assignmentsOf, mayMove } from '../holds/move-authorization.ts';
import { recordingRequests } from './capture-attempts.ts';
import { completeUnsold } from './complete-auctions.ts';
import { isHeld, isUnrecognized } from './settlement-holds.ts';
import { awaitsRenewal, topAuthorization } from '../bids/rank.ts';

export type Step =
  | { readonly kind: 'capture'; readonly claimed: Claimed }
  | { readonly kind: 'settled' }
  | { readonly kind: 'waits' }
  | { readonly kind: 'nothing_due' };

/**
 * Decides the next step of the settlement of each auction, and records the steps in one transaction.
 *
 * @param options.isAlone waits for the lock of the only auction, and does not mind how much there is to release
 * @param options.passesOverLocked for a caller that looks again: an auction that is locked `waits`, as another worker most likely
 *   decides about it
 */
export async function nextSteps(
  db: Pick<Database, 'transaction'>,
  auctionIds: readonly string[],
  {
    isAlone = auctionIds.length === 1,
    passesOverLocked = false,
  }: { isAlone?: boolean; passesOverLocked?: boolean } = {},
): Promise<(Step | typeof leftOut | typeof postponed)[]> {
  return await db.transaction(async (tx) => {
    const waits = isAlone && !passesOverLocked;
    if (waits) await tx.query(lockAuction(auctionIds[0]!));
    const locked = waits ? auctionIds : await lockUnlockedAuctions(tx, auctionIds);
    const steps = await decideSteps(tx, locked, isAlone);
    return auctionIds.map((auctionId, index) => {
      // A step is taken once, however often its auction was named.
      if (auctionIds.indexOf(auctionId) !== index) return { kind: 'waits' };
      return steps.get(auctionId) ?? (passesOverLocked ? { kind: 'waits' } : leftOut);
    });
  });
}

/**
 * @param auctionIds auctions whose rows the caller has locked; from the capture's record on, an auction cannot be cancelled
 */
async function decideSteps(
  tx: Connection,
  auctionIds: readonly string[],
  isAlone: boolean,
): Promise<Map<string, Step | typeof leftOut | typeof postponed>> {
  if (auctionIds.length === 0) return new Map();
  const { rows } = await tx.query<{ steppedId: string; kind: Step['kind'] | 'unsold' } & Claimed>({
    name: 'next-steps',
    // This statement comes after the lock's, so its clock and its rows are from a time at which we hold the locks.
    text: `
      with found as materialized (
        select a.auction_id, a.status <> 'completed' and a.bidding_period_ends_at <= now as is_due,
          exists (select from authorizations held where held.auction_id = a.auction_id and ${couldBeCaptured('held')})
            or ${isHeld('a')} or ${awaitsRenewal('a.auction_id', 'now')} or ${isUnrecognized} as has_to_wait,
          ${topAuthorization('a.auction_id', 'now')} as top_id
        from auctions a join sellers using (seller_id), lateral (select clock_timestamp() + ${clockOffset} as now) clock
        where a.auction_id = any($1::uuid[])
      ), step as materialized (
        select *, case when not is_due then 'nothing_due' when has_to_wait then 'waits'
          when top_id is null then 'unsold' else 'capture' end as kind from found
      ), asked as (
        update auctions set capture_requested_at = clock_timestamp() from step
        where auctions.auction_id = step.auction_id and kind = 'capture' and capture_requested_at is null
      ), begun as (
        update authorizations a set ${assignmentsOf('beginCapture', { claims: true })}
        from (select top_id from step where kind = 'capture') top
        where a.authorization_id = top_id and ${mayMove('beginCapture')}
        returning ${claimedColumns}
      ), requested as (${recordingRequests('begun')})
      select step.auction_id as "steppedId", kind, begun.* from step left join begun on begun."auctionId" = step.auction_id`,
    values: [auctionIds],
  });
  const unsold = rows.filter(({ kind }) => kind === 'unsold').map(({ steppedId }) => steppedId);
  const { fitting, others } = isAlone ? { fitting: unsold, others: [] as const } : await fitReleases(tx, unsold);
  if (fitting.length > 0) await completeUnsold(tx, fitting);
  return new Map<string, Step | typeof leftOut | typeof postponed>([
    ...rows.map(({ steppedId, kind, ...claimed }) => [steppedId, stepOf(steppedId, kind, claimed)] as const),
    ...others,
  ]);
}

function stepOf(auctionId: string, kind: Step['kind'] | 'unsold', claimed: Claimed): Step {
  switch (kind) {
    case 'capture':
      if (claimed.authorizationId === null)
        throw new Error(`A hold of auction ${auctionId} changed while it was locked.`);
      return { kind, claimed };
    case 'unsold':
    case 'settled':
      return { kind: 'settled' };
    default:
      return { kind };
  }
}
