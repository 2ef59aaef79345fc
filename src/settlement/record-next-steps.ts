import { leftOut } from '../core/in-batches.ts';
import type { Connection, Database } from '../platform/db/database.ts';
import { lockAuctions } from '../platform/db/lock-auction.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';
import { type Claimed, claimedColumns } from '../payments/holds/claim.ts';
import { fitReleases } from '../payments/holds/begin-releases.ts';
import { isCapturedOutside } from '../payments/holds/capture-conditions.ts';
import { assignmentsOf, mayMove } from '../payments/holds/move-authorization.ts';
import { recordingRequests } from './capture-attempts.ts';
import { hasReversalsDue, isAllBlocked, isBlocked, isNextBlocked } from './blocks.ts';
import { completeAuctions } from './complete-auctions.ts';
import { nextToAsk } from '../auctions/bids/rank.ts';

export type Step =
  | { readonly kind: 'capture'; readonly claimed: Claimed }
  | { readonly kind: 'settled' }
  | { readonly kind: 'waits' }
  /** Somebody has captured a payment of the auction at the provider, and what our books know of it may be old. */
  | { readonly kind: 'waits_for_payments' }
  | { readonly kind: 'nothing_due' };

/**
 * Decides the next step of the settlement of each auction, and records the steps in one transaction.
 *
 * @param isAlone waits for the lock of the only auction, and does not mind how much there is to release
 */
export async function recordNextSteps(
  db: Pick<Database, 'transaction'>,
  auctionIds: readonly string[],
  isAlone: boolean,
): Promise<(Step | typeof leftOut)[]> {
  return await db.transaction(async (tx) => {
    const steps = await recordStepsOf(tx, await lockAuctions(tx, auctionIds, isAlone), isAlone);
    return auctionIds.map((auctionId, index) => {
      // A step is taken once, however often its auction was named.
      if (auctionIds.indexOf(auctionId) !== index) return { kind: 'waits' };
      // An alarm may ring for an auction that was deleted.
      return steps.get(auctionId) ?? (isAlone ? { kind: 'nothing_due' } : leftOut);
    });
  });
}

/**
 * @param auctionIds auctions whose rows the caller has locked; from the capture's record on, an auction cannot be cancelled
 * @returns no step of an auction that has too much to release for a batch
 */
async function recordStepsOf(
  tx: Connection,
  auctionIds: readonly string[],
  isAlone: boolean,
): Promise<Map<string, Step>> {
  const steps = new Map<string, Step>();
  if (auctionIds.length === 0) return steps;
  // These statements come after the lock's, so their clocks and rows are from a time at which we hold the locks.
  const { rows: locked } = await tx.query<{
    auctionId: string;
    kind: 'nothing_due' | 'waits' | 'goes_on';
    isPaidOutside: boolean;
  }>({
    name: 'find-blocked',
    text: `
      select auction_id as "auctionId", case
        when status = 'completed' or bidding_period_ends_at > clock_timestamp() + ${clockOffset} then 'nothing_due'
        when ${isAllBlocked} or ${isBlocked} or exists (
          select from authorizations c where c.auction_id = a.auction_id and ${hasReversalsDue('c')} offset 0
        ) then 'waits' else 'goes_on' end as kind,
        exists (select from authorizations c where c.auction_id = a.auction_id and ${isCapturedOutside('c')} offset 0) as "isPaidOutside"
      from auctions a join sellers using (seller_id) where auction_id = any($1::uuid[])`,
    values: [auctionIds],
  });
  for (const { auctionId, kind, isPaidOutside } of locked) {
    const waits = isPaidOutside ? 'waits_for_payments' : 'waits';
    steps.set(auctionId, { kind: kind === 'nothing_due' ? kind : waits });
  }
  const open = locked.filter(({ kind }) => kind === 'goes_on').map(({ auctionId }) => auctionId);
  if (open.length === 0) return steps;

  const { rows } = await tx.query<{ auctionId: string; authorizationId: string | null; isBlocked: boolean }>({
    name: 'find-next-to-ask',
    text: `
      select a.auction_id as "auctionId", next.authorization_id as "authorizationId", ${isNextBlocked} as "isBlocked"
      from auctions a join sellers using (seller_id)
        left join lateral (${nextToAsk('a.auction_id', `clock_timestamp() + ${clockOffset}`)}) next on true
      where a.auction_id = any($1::uuid[])`,
    values: [open],
  });
  const next = rows.filter((each) => !each.isBlocked);
  const asked = next.flatMap(({ authorizationId }) => authorizationId ?? []);
  for (const claimed of await beginCaptures(tx, asked)) steps.set(claimed.auctionId, { kind: 'capture', claimed });

  const unsold = next.filter(({ authorizationId }) => authorizationId === null).map(({ auctionId }) => auctionId);
  const fitting = isAlone ? unsold : await fitReleases(tx, unsold);
  await completeAuctions(tx, fitting);
  for (const auctionId of unsold) steps.delete(auctionId);
  for (const auctionId of fitting) steps.set(auctionId, { kind: 'settled' });
  return steps;
}

/**
 * Records that the captures are requested: the claimed holds, and the attempts.
 *
 * @returns those that can be captured: a hold may have lapsed a moment ago
 */
async function beginCaptures(tx: Connection, authorizationIds: readonly string[]): Promise<Claimed[]> {
  if (authorizationIds.length === 0) return [];
  const { rows } = await tx.query<Claimed>({
    name: 'begin-captures',
    text: `
      with begun as (
        update authorizations a set ${assignmentsOf('beginCapture', { claims: true })}
        where a.authorization_id = any($1::uuid[]) and ${mayMove('beginCapture')}
        returning ${claimedColumns}
      ), noted as (
        update auctions set capture_requested_at = clock_timestamp() from begun
        where auctions.auction_id = "auctionId" and capture_requested_at is null
      ), requested as (${recordingRequests('begun')})
      select * from begun`,
    values: [authorizationIds],
  });
  return rows;
}
