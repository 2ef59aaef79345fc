import type { Connection } from '../db/database.ts';
import type { Authorization } from './authorization.ts';
import type { CaptureAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { asCaptureAnswer } from './narrow-answer.ts';

/**
 * Asks the provider to capture, and where its answer is not clear, how the payment stands. While the outcome is
 * `unknown`, nobody else may be asked to pay.
 *
 * @param taken a `capturing` authorization that the caller has just taken up
 */
export async function requestCapture({ gateways, log }: PaymentDeps, taken: Authorization): Promise<CaptureAnswer> {
  const { authorizationId, attempt, bidId, provider, providerReference: reference } = taken;
  if (reference === null || bidId === null)
    throw new Error(`Authorization ${authorizationId} cannot be captured: it backs no bid.`);
  const gateway = gatewayNamed(gateways, provider);
  const answer = await gateway.capture({ reference, idempotencyKey: `capture:${bidId}:${attempt}` });
  if (answer.outcome !== 'unknown') return answer;
  log.warn({ authorizationId, attempt, reason: answer.reason }, 'a capture has no clear answer; looking again');
  return asCaptureAnswer(await gateway.read({ reference }));
}

/**
 * Writes down what came of a capture, in the transaction that draws the conclusions.
 *
 * @returns the authorization as it is now: `captured`, `expired`, or `releasing` when it definitely failed (call
 *   `releaseAuthorization` after the commit). `null`: nothing was written, as the outcome is unknown or a later
 *   attempt has taken over.
 */
export async function recordCapture(
  tx: Connection,
  taken: Authorization,
  answer: CaptureAnswer,
): Promise<Authorization | null> {
  const { authorizationId, attempt } = taken;
  switch (answer.outcome) {
    case 'captured':
      return await moveAuthorization(tx, authorizationId, 'capture', { attempt });
    case 'refused':
      return answer.code === 'authorization_expired'
        ? await moveAuthorization(tx, authorizationId, 'expire', { attempt, failureCode: answer.code })
        : await moveAuthorization(tx, authorizationId, 'giveUpCapture', { attempt, failureCode: answer.code });
    case 'unknown':
      return null;
  }
}
