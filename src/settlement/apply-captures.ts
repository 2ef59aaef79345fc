import { crashPoint } from '../core/crash-point.ts';
import { leftOut } from '../core/in-batches.ts';
import type { Connection, Database } from '../platform/db/database.ts';
import { lockAuctions } from '../platform/db/lock-auction.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';
import type { Authorization } from '../payments/holds/authorization.ts';
import { fitReleases } from '../payments/holds/begin-releases.ts';
import type { Claimed } from '../payments/holds/claim.ts';
import type { Verdict } from '../payments/holds/move-for.ts';
import { moveAuthorizations } from '../payments/holds/move-authorization.ts';
import { type Observation, reasonOf } from '../payments/providers/observation.ts';
import { recordBidEvents } from '../auctions/webhooks/record-events.ts';
import { type CaptureAnswer, declinedForNow, recordAnswers } from './capture-attempts.ts';
import { completeAuctions } from './complete-auctions.ts';

/** The observation of a requested capture, and the row's move that follows from it. */
export interface AnsweredCapture {
  readonly claimed: Claimed;
  readonly observation: Observation;
  readonly verdict: Verdict;
}

/**
 * `refused`: definitely not captured, so the next highest bid may be tried. `waits`: the outcome is not known, or another worker has
 * claimed the authorization since and applies its own answer.
 */
export type AppliedCapture = 'settled' | 'refused' | 'waits';

/**
 * Records the outcomes of captures, and in the same transaction the winners and the completed auctions.
 *
 * @param isAlone waits for the lock of the only auction, and does not mind how many bids of it have lost
 */
export async function applyCaptures(
  db: Pick<Database, 'transaction'>,
  answered: readonly AnsweredCapture[],
  isAlone: boolean,
): Promise<(AppliedCapture | typeof leftOut)[]> {
  return await db.transaction(async (tx) => {
    const auctionIds = answered.map(({ claimed }) => claimed.auctionId);
    const locked = await lockAuctions(tx, auctionIds, isAlone);
    const ready = new Set(isAlone ? locked : await fitReleases(tx, locked));
    const ours = answered.filter(({ claimed }) => ready.has(claimed.auctionId));
    const moved = await recordAnswered(tx, ours);
    crashPoint('settle: inside the transaction');
    return answered.map(({ claimed, verdict }) => {
      if (!ready.has(claimed.auctionId)) return leftOut;
      if (!moved.has(keyOf(claimed))) return 'waits';
      return verdict.event === 'auction_completed' ? 'settled' : 'refused';
    });
  });
}

function keyOf({ authorizationId, attempt }: Pick<Authorization, 'authorizationId' | 'attempt'>): string {
  return `${authorizationId}:${attempt}`;
}

/**
 * Records answers, moves the authorizations as the table says, and records the events.
 *
 * @returns the authorizations that were moved: not those that another worker has claimed since
 */
async function recordAnswered(
  tx: Connection,
  answered: readonly AnsweredCapture[],
): Promise<ReadonlyMap<string, Authorization>> {
  if (answered.length === 0) return new Map();
  const groups = [...Map.groupBy(answered, ({ verdict }) => verdict.move)];
  const [, ...groupsMoved] = await Promise.all([
    recordAnswers(tx, answered.map(answerOf)),
    ...groups.map(([move, group]) =>
      move === null ? keepWaiting(tx, group) : moveAuthorizations(tx, move, group.map(factsOf)),
    ),
  ]);
  const moved = new Map(groupsMoved.flat().map((authorization) => [keyOf(authorization), authorization]));
  const ofEvent = (event: Verdict['event']) =>
    answered.filter(({ verdict }) => verdict.event === event).flatMap(({ claimed }) => moved.get(keyOf(claimed)) ?? []);
  const won = ofEvent('auction_completed');
  await Promise.all([
    completeAuctions(
      tx,
      won.map(({ auctionId }) => auctionId),
      won.map(({ bidId }) => bidId),
    ),
    recordFailures(tx, ofEvent('capture_failed')),
  ]);
  return moved;
}

function answerOf({ claimed, observation, verdict }: AnsweredCapture): CaptureAnswer {
  const { authorizationId, attempt } = claimed;
  const result = verdict.move === 'capture' ? 'captured' : verdict.next === 'again' ? 'unknown' : 'refused';
  return { authorizationId, attempt, result, reason: verdict.failureCode ?? reasonOfAttempt(observation) };
}

function factsOf({ claimed: { authorizationId, attempt }, observation, verdict: { failureCode } }: AnsweredCapture) {
  return {
    authorizationId,
    attempt,
    ...(failureCode !== null && { failureCode }),
    ...(observation.outcome === 'captured' && { capturedInCents: observation.capturedInCents }),
  };
}

/**
 * Records why captures are still waited for. One that was refused for an account is requested again after a quarter of the time for which
 * it has waited; the provider's event about the account ends the wait.
 */
async function keepWaiting(tx: Connection, waiting: readonly AnsweredCapture[]): Promise<[]> {
  await tx.query({
    name: 'keep-captures-waiting',
    text: `
      update authorizations a set failure_code = code, next_attempt_at = case when code is null then next_attempt_at else
        clock_timestamp() + greatest(interval '1 minute', least(interval '1 hour', (
          select clock_timestamp() + ${clockOffset} - min(requested_at) from capture_attempts c
          where c.authorization_id = a.authorization_id) / 4)) end
      from unnest($1::uuid[], $2::int[], $3::text[]) waiting (id, known_attempt, code), sellers
      where a.authorization_id = id and a.attempt = known_attempt and a.state = 'capturing' and sellers.seller_id = a.seller_id
        and num_nonnulls(code, a.failure_code) > 0`,
    values: [
      waiting.map(({ claimed }) => claimed.authorizationId),
      waiting.map(({ claimed }) => claimed.attempt),
      waiting.map(({ verdict }) => verdict.failureCode),
    ],
  });
  return [];
}

/** Records the events of captures that have failed. */
async function recordFailures(tx: Connection, failed: readonly Authorization[]): Promise<void> {
  if (failed.length === 0) return;
  await tx.query({
    name: 'record-failed-captures',
    text: `
      with failed as (
        select bids.*, reason from unnest($1::uuid[], $2::text[]) failed (id, reason) join bids on bids.bid_id = id
      ), ${recordBidEvents('capture_failed', 'failed')}
      select from failed`,
    values: [failed.map(({ bidId }) => bidId), failed.map(({ failureCode }) => failureCode)],
  });
}

/** The reason of an attempt that leaves the capture open. */
function reasonOfAttempt(observation: Observation): string | null {
  switch (observation.outcome) {
    case 'captured':
      return null;
    case 'refused':
      return declinedForNow + observation.code;
    case 'authorized':
      return 'held, and not captured yet';
    default:
      return reasonOf(observation);
  }
}
