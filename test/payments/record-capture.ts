import type { Connection } from '../../src/db/database.ts';
import type { Authorization } from '../../src/payments/authorization.ts';
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
