import { z } from 'zod';
import type { AuctionPhase } from '../auctions/auction-row.ts';
import { openDueAuctionsOf } from '../auctions/open-auctions.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { checkInput, customIssue } from '../core/check-input.ts';
import { type FaultCode, invalidValue, Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../platform/db/database.ts';
import { clockOffset, readClock, sellerNow } from '../platform/db/seller-clock.ts';
import { finishAuthorizations } from './finish-authorizations.ts';
import { settleDueAuctions } from './settle-due-auctions.ts';

const maxStepSeconds = 366 * 86_400;

const advanceInput = z
  .strictObject({
    bySeconds: z.int().min(0).max(maxStepSeconds).optional(),
    toTimestamp: z.int().optional(),
  })
  .check(({ value, issues }) => {
    if ((value.bySeconds === undefined) === (value.toTimestamp === undefined)) {
      issues.push(customIssue(value, 'required', 'Give either bySeconds or toTimestamp.', ['bySeconds']));
    }
  });

/**
 * Advances the time of a test seller, forwards only. All work that is due until then is done now and in order: auctions
 * begin and end, holds are renewed or lapse, winners are captured and losers released.
 *
 * @param input `bySeconds` or `toTimestamp` (unix seconds)
 * @returns the seller's instant afterwards
 * @throws Refusal `test_mode_only`; `invalid_request`, also for an instant in the past
 */
export async function advanceTestClock(deps: BidDeps, viewer: Viewer, input: unknown): Promise<Date> {
  if (viewer.mode !== 'test') throw new Refusal('test_mode_only');
  const { bySeconds, toTimestamp } = checkInput(advanceInput, input);
  const now = await readClock(deps.db, viewer.sellerId);
  const target = new Date(toTimestamp === undefined ? now.getTime() + bySeconds! * 1000 : toTimestamp * 1000);
  const aheadMs = target.getTime() - now.getTime();
  const refuse = (code: FaultCode, detail: string) => {
    throw new Refusal('invalid_request', { faults: [{ pointer: '/toTimestamp', code, detail }] });
  };
  if (aheadMs < 0) refuse('too_small', 'A test clock moves forwards only.');
  if (aheadMs > maxStepSeconds * 1000) refuse('too_large', 'A test clock moves by at most 366 days at a time.');

  for (let isFirst = true; ; isFirst = false) {
    const due = await nextDueInstant(deps.db, viewer.sellerId, target);
    await deps.db.transaction(async (tx) => {
      await setClock(tx, viewer.sellerId, due ?? target);
      // The first step records the audit entry: a process that dies before the last step has moved the clock too.
      if (isFirst) {
        await recordAudit(tx, viewer, {
          action: 'advanceTestClock',
          subjectType: 'seller',
          subjectId: viewer.sellerId,
          before: { now },
          after: { now: target },
        });
      }
    });
    // The seller's due work alone: a test clock never drives the work of another seller.
    await finishAuthorizations(deps, viewer.sellerId);
    await openDueAuctionsOf(deps.db, [viewer.sellerId]);
    await settleDueAuctions(deps, viewer.sellerId);
    await finishAuthorizations(deps, viewer.sellerId);
    if (due !== null) continue;
    // Open pages follow the real clock, so they would not refresh soon enough by themselves.
    await announceTransitions(deps, viewer.sellerId, now);
    return readClock(deps.db, viewer.sellerId);
  }
}

/** Finds the first instant after the seller's present one, and not after `target`, at which something is due. */
async function nextDueInstant(connection: Connection, sellerId: string, target: Date): Promise<Date | null> {
  const { rows } = await connection.query<{ due: Date | null }>(
    `with seller as (select clock_timestamp() + ${clockOffset} as now, ${clockOffset} as ahead from sellers where seller_id = $1)
     select min(due) as due from seller, lateral (
       select bidding_period_starts_at as due from auctions where seller_id = $1 and status = 'upcoming'
       union all
       select bidding_period_ends_at from auctions where seller_id = $1 and status <> 'completed'
       union all
       select a.next_attempt_at + seller.ahead from auctions join authorizations a using (auction_id)
       where auctions.seller_id = $1 and auctions.status <> 'completed' and a.state = 'authorized' and a.bid_id is not null
     ) instants
     where due > now and due <= $2`,
    [sellerId, target],
  );
  return rows[0]?.due ?? null;
}

/** Sets the seller's clock, which the simulated provider has for the seller, too, to an instant; never back. */
async function setClock(tx: Connection, sellerId: string, instant: Date): Promise<void> {
  const { rows } = await tx.query<{ before: string; after: string }>(
    `update sellers set clock_offset_ms =
       greatest(clock_offset_ms, ceil(extract(epoch from $2::timestamptz - clock_timestamp()) * 1000)::bigint)
     where seller_id = $1 returning old.clock_offset_ms as before, new.clock_offset_ms as after`,
    [sellerId, instant],
  );
  const { before, after } = rows[0]!;
  // Renewals, and captures that wait for an account, are due by the seller's clock, but the sweep uses PostgreSQL's.
  await tx.query(
    `update authorizations a set next_attempt_at = next_attempt_at - $2 * interval '1 millisecond'
     from auctions where auctions.seller_id = $1 and auctions.status <> 'completed'
       and a.auction_id = auctions.auction_id and a.bid_id is not null
       and (a.state = 'authorized' or a.state = 'capturing' and a.failure_code is not null) and a.next_attempt_at is not null`,
    [sellerId, Number(after) - Number(before)],
  );
  // So are reminders of an end, which follow from the start.
  await tx.query(
    `update webhook_events set follow_up_at = follow_up_at - $2 * interval '1 millisecond'
     where seller_id = $1 and event_type = 'auction_started' and follow_up_at is not null`,
    [sellerId, Number(after) - Number(before)],
  );
}

/**
 * Announces a test seller's auctions after its clock has jumped: those that have begun or ended since an instant of that
 * clock, and those whose countdown goes on.
 */
async function announceTransitions({ db, live }: BidDeps, sellerId: string, since: Date): Promise<void> {
  const { rows } = await db.query<{ auctionId: string }>({
    name: 'find-moved-auctions',
    text: `
      select auction_id as "auctionId" from auctions
      where seller_id = $1 and ((bidding_period_starts_at > $2 and bidding_period_starts_at <= ${sellerNow})
        or bidding_period_ends_at > $2)`,
    values: [sellerId, since],
  });
  for (const { auctionId } of rows) live.announce(auctionId);
}

/**
 * Advances the time of a test seller to a transition of an auction. Reaching the end settles the auction.
 *
 * @param phase `OPEN`: to the start; `FINAL`: to the end; `null`: to whichever comes next. A passed instant moves nothing.
 * @throws Refusal as `advanceTestClock`; `invalid_request` for another phase; `auction_not_found`, `auction_completed`
 */
export async function advanceUntil(
  deps: BidDeps,
  viewer: Viewer,
  auctionId: string,
  phase: AuctionPhase | null = null,
): Promise<Date> {
  if (viewer.mode !== 'test') throw new Refusal('test_mode_only');
  if (phase === 'UPCOMING' || phase === 'SETTLING')
    throw invalidValue('/phase', 'Give OPEN for the start of the auction or FINAL for its end.');
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  const { rows } = await deps.db.query<{ isCompleted: boolean; timestamp: number | null }>(
    `select status = 'completed' as "isCompleted", extract(epoch from case
       when bidding_period_starts_at > now and $3::text is distinct from 'FINAL' then bidding_period_starts_at
       when bidding_period_ends_at > now and $3::text is distinct from 'OPEN' then bidding_period_ends_at end)::float8 as timestamp
     from auctions, (select ${sellerNow} as now) clock
     where seller_id = $1 and auction_id = $2`,
    [viewer.sellerId, auctionId, phase],
  );
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  const { isCompleted, timestamp } = rows[0];
  if (isCompleted) throw new Refusal('auction_completed');
  // The instant has passed: an auction that has ended is being settled.
  if (timestamp === null) return await advanceTestClock(deps, viewer, { bySeconds: 0 });
  return await advanceTestClock(deps, viewer, { toTimestamp: Math.ceil(timestamp) });
}
