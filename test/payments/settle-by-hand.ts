import type { Connection } from '../../src/db/database.ts';
import type { Authorization } from '../../src/payments/authorization.ts';
import { releasing } from '../../src/payments/begin-releases.ts';
import type { CaptureAnswer } from '../../src/payments/gateway-answers.ts';
import { moveAuthorization } from '../../src/payments/move-authorization.ts';
import { moveAfterCapture } from '../../src/payments/request-capture.ts';

/**
 * Records the outcome of a capture as a settlement does, and none of its consequences.
 *
 * @returns `null`: nothing was recorded
 */
export async function recordCapture(
  connection: Connection,
  { authorizationId, attempt }: Authorization,
  answer: CaptureAnswer,
): Promise<Authorization | null> {
  const move = moveAfterCapture(answer);
  const facts = answer.outcome === 'refused' ? { attempt, failureCode: answer.code } : { attempt };
  return move === null ? null : await moveAuthorization(connection, authorizationId, move, facts);
}

/** Marks the authorizations of an auction for release, and returns the ids of those marked now. */
export async function beginReleases(connection: Connection, auctionId: string): Promise<string[]> {
  const { rows } = await connection.query<{ authorizationId: string }>(
    `with ended as (select auction_id, status, cancelled_at from auctions where auction_id = $1)
     ${releasing('ended')}
     returning authorization_id as "authorizationId"`,
    [auctionId],
  );
  return rows.map(({ authorizationId }) => authorizationId);
}
