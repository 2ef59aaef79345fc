import { crashPoint } from '../core/crash-point.ts';
import { leftOut, type postponed } from '../core/in-batches.ts';
import type { Connection, Database } from '../db/database.ts';
import { lockAuction, lockUnlockedAuctions } from '../db/lock-auction.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { fitReleases } from '../holds/begin-releases.ts';
import type { Claimed } from '../holds/claim.ts';
import type { Verdict } from '../holds/move-for.ts';
import { factsOf, known, moving } from '../holds/move-authorization.ts';
import { type Observation, reasonOf } from '../providers/observation.ts';
import { recordBidEvents } from '../webhooks/record-events.ts';
import { recordingAnswers } from './capture-attempts.ts';
import { type Completed, completing, observeCompleted } from './complete-auctions.ts';
import { declinedForNow } from './may-still-capture.ts';

/** What is known of a requested capture, and what the table says about it. */
export interface AnsweredCapture {
  readonly claimed: Claimed;
  readonly observation: Observation;
  readonly verdict: Verdict;
}

/**
 * `refused`: definitely not captured, so the next highest bid may be tried. `waits`: the outcome is not known, or another worker has
 * claimed the authorization since and concludes in our place.
 */
export type Conclusion = 'settled' | 'refused' | 'waits';

/**
 * Records the outcomes of captures, and in the same transaction the winners and the completed auctions.
 *
 * @param isAlone waits for the lock of the only auction, and does not mind how many bids of it have lost
 */
export async function concludeCaptures(
  db: Pick<Database, 'transaction'>,
  answered: readonly AnsweredCapture[],
  isAlone = answered.length === 1,
): Promise<(Conclusion | typeof leftOut | typeof postponed)[]> {
  return await db.transaction(async (tx) => {
    const auctionIds = answered.map(({ claimed }) => claimed.auctionId);
    if (isAlone) await tx.query(lockAuction(auctionIds[0]!));
    const { fitting, others } = isAlone
      ? { fitting: auctionIds, others: new Map<string, never>() }
      : await fitReleases(tx, await lockUnlockedAuctions(tx, auctionIds));
    const ready = new Set(fitting);
    const ours = answered.filter(({ claimed }) => ready.has(claimed.auctionId));
    const conclusions = new Map<string, Conclusion>();
    for (const [step, group] of Map.groupBy(ours, ({ verdict }) => verdict.move ?? verdict.next)) {
      for (const moved of await record(tx, step, group)) {
        conclusions.set(keyOf(moved), step === 'capture' ? 'settled' : 'refused');
      }
    }
    crashPoint('settle: inside the transaction');
    return answered.map(({ claimed }) =>
      ready.has(claimed.auctionId)
        ? (conclusions.get(keyOf(claimed)) ?? 'waits')
        : (others.get(claimed.auctionId) ?? leftOut),
    );
  });
}

type Moved = Pick<Claimed, 'authorizationId' | 'attempt'>;

function keyOf({ authorizationId, attempt }: Moved): string {
  return `${authorizationId}:${attempt}`;
}

type CaptureStep = NonNullable<Verdict['move']> | Verdict['next'];

/**
 * Records answers after which the authorizations move alike.
 *
 * @returns those that were moved: not if another worker has claimed them since
 */
async function record(tx: Connection, step: CaptureStep, group: readonly AnsweredCapture[]): Promise<Moved[]> {
  const values = factsOf(
    group.map(({ claimed: { authorizationId, attempt }, observation, verdict }) => ({
      authorizationId,
      attempt,
      failureCode: verdict.failureCode ?? reasonOfAttempt(observation),
      capturedInCents: observation.outcome === 'captured' ? observation.capturedInCents : null,
    })),
  );
  switch (step) {
    case 'again':
      await tx.query({
        name: 'record-unknown-captures',
        text: `
          with answered as (${recordingAnswers('unknown')})
          update authorizations a set failure_code = null from ${known}
          where a.authorization_id = id and a.attempt = known_attempt and a.state = 'capturing' and a.failure_code is not null`,
        values,
      });
      return [];
    case 'account':
      await tx.query({
        name: 'record-captures-that-wait',
        text: `
          with answered as (${recordingAnswers('refused')})
          update authorizations a set failure_code = known_code, next_attempt_at = clock_timestamp() + ${nextRequestAfter}
          from ${known}, sellers
          where a.authorization_id = id and a.attempt = known_attempt and a.state = 'capturing' and sellers.seller_id = a.seller_id`,
        values,
      });
      return [];
    case 'capture': {
      const { rows } = await tx.query<Moved & Completed>({
        name: 'conclude-captures',
        text: `
          with ${moving('capture')}, answered as (${recordingAnswers('captured')}), results as (
            select "auctionId" as auction_id, "bidId" as winning_bid_id, "authorizationId", attempt from moved
          ), ${completing('results')}
          select "authorizationId", attempt, outcome, "durationSeconds" from completed`,
        values,
      });
      observeCompleted(rows);
      return rows;
    }
    case 'giveUpCapture':
    case 'expire': {
      const { rows } = await tx.query<Moved>({
        name: `conclude-refused-captures-${step}`,
        text: `
          with ${moving(step)}, answered as (${recordingAnswers('refused')}), failed as (
            select bids.*, "failureCode" as reason from moved join bids on bids.bid_id = "bidId"
          ), ${recordBidEvents('capture_failed', 'failed')}
          select "authorizationId", attempt from moved`,
        values,
      });
      return rows;
    }
    default:
      throw new Error(`A capture is concluded by no ${step}.`);
  }
}

/**
 * SQL of the wait before a capture that was refused for an account is requested again: a quarter of the time for which it has waited.
 * The provider's event about the account ends the wait.
 */
const nextRequestAfter = `greatest(interval '1 minute', least(interval '1 hour', (
  select clock_timestamp() + ${clockOffset} - min(requested_at) from capture_attempts c
  where c.authorization_id = a.authorization_id) / 4))`;

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
