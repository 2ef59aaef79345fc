import type { Connection } from '../db/database.ts';
import type { Authorization } from './authorization.ts';
import type { CaptureAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { asCaptureAnswer } from './narrow-answer.ts';

/**
 * Requests a capture from the provider, and reads the payment if the answer is not clear. While the outcome is `unknown`,
 * no other hold may be captured.
 *
 * @param claimed a `capturing` authorization that the caller has just claimed
 */
export async function requestCapture({ gateways, log }: PaymentDeps, claimed: Authorization): Promise<CaptureAnswer> {
  const { authorizationId, attempt, bidId, provider, providerReference: reference } = claimed;
  if (reference === null || bidId === null)
    throw new Error(`Authorization ${authorizationId} cannot be captured: it backs no bid.`);
  const gateway = gatewayNamed(gateways, provider);
  const answer = await gateway.capture({ reference, idempotencyKey: `capture:${authorizationId}:${attempt}` });
  if (answer.outcome !== 'unknown' || answer.isOverloaded === true) return answer;
  log.warn({ authorizationId, attempt, reason: answer.reason }, 'A capture has no clear answer; reading the payment.');
  return asCaptureAnswer(await gateway.read({ reference, priority: 'capture' }));
}

/**
 * Records the outcome of a capture, in the transaction that also records its consequences.
 *
 * @returns the authorization as it is now: `captured`, `expired`, or `releasing` when it definitely failed (call
 *   `releaseAuthorization` after the commit). `null`: nothing was written, as the outcome is unknown or a later
 *   attempt has claimed it.
 */
export async function recordCapture(
  tx: Connection,
  claimed: Authorization,
  answer: CaptureAnswer,
): Promise<Authorization | null> {
  const { authorizationId, attempt } = claimed;
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
