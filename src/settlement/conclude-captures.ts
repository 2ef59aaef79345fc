import { crashPoint } from '../core/crash-point.ts';
import { leftOut } from '../core/in-batches.ts';
import type { Connection, Database } from '../db/database.ts';
import { lockAuctions } from '../db/lock-auction.ts';
import type { Claimed } from '../payments/claim.ts';
import type { CaptureAnswer } from '../payments/gateway-answers.ts';
import { factsOf, type Move, moving } from '../payments/move-authorization.ts';
import { moveAfterCapture } from '../payments/request-capture.ts';
import { recordBidEvents } from '../webhooks/record-bid-events.ts';
import { recordingAnswers } from './capture-attempts.ts';
import { type Completed, completing, observeCompleted } from './complete-auctions.ts';

/** The provider's answer to a requested capture. */
export interface AnsweredCapture {
  readonly claimed: Claimed;
  readonly answer: CaptureAnswer;
}

/**
 * `refused`: definitely not captured, so the next highest bid may be tried. `waits`: the outcome is not known, or another worker has
 * claimed the authorization since and concludes in our place.
 */
export type Conclusion = 'settled' | 'refused' | 'waits';

/** Records the outcomes of captures, and in the same transaction the winners and the completed auctions. */
export async function concludeCaptures(
  db: Pick<Database, 'transaction'>,
  answered: readonly AnsweredCapture[],
): Promise<(Conclusion | typeof leftOut)[]> {
  return await db.transaction(async (tx) => {
    const locked = new Set(
      await lockAuctions(
        tx,
        answered.map(({ claimed }) => claimed.auctionId),
      ),
    );
    const ours = answered.filter(({ claimed }) => locked.has(claimed.auctionId));
    const conclusions = new Map<string, Conclusion>();
    for (const [move, group] of Map.groupBy(ours, ({ answer }) => moveAfterCapture(answer))) {
      for (const moved of await record(tx, move, group)) {
        conclusions.set(keyOf(moved), move === 'capture' ? 'settled' : 'refused');
      }
    }
    crashPoint('settle: inside the transaction');
    return answered.map(({ claimed }) =>
      locked.has(claimed.auctionId) ? (conclusions.get(keyOf(claimed)) ?? 'waits') : leftOut,
    );
  });
}

type Moved = Pick<Claimed, 'authorizationId' | 'attempt'>;

function keyOf({ authorizationId, attempt }: Moved): string {
  return `${authorizationId}:${attempt}`;
}

/**
 * Records answers after which the authorizations move alike.
 *
 * @returns those that were moved: not if another worker has claimed them since
 */
async function record(tx: Connection, move: Move | null, group: readonly AnsweredCapture[]): Promise<Moved[]> {
  const values = factsOf(
    group.map(({ claimed: { authorizationId, attempt }, answer }) => ({
      authorizationId,
      attempt,
      failureCode: reasonOf(answer),
    })),
  );
  switch (move) {
    case null:
      await tx.query({ name: 'record-unknown-captures', text: recordingAnswers('unknown'), values });
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
    default: {
      const { rows } = await tx.query<Moved>({
        name: `conclude-refused-captures-${move}`,
        text: `
          with ${moving(move)}, answered as (${recordingAnswers('refused')}), failed as (
            select bids.*, "failureCode" as reason from moved join bids on bids.bid_id = "bidId"
          ), ${recordBidEvents('capture_failed', 'failed')}
          select "authorizationId", attempt from moved`,
        values,
      });
      return rows;
    }
  }
}

function reasonOf(answer: CaptureAnswer): string | null {
  return answer.outcome === 'refused' ? answer.code : answer.outcome === 'unknown' ? answer.reason : null;
}
