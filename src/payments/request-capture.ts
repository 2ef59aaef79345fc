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
export async function requestCapture(deps: PaymentDeps, claimed: Authorization): Promise<CaptureAnswer> {
  const { authorizationId, attempt, provider } = claimed;
  const idempotencyKey = `capture:${authorizationId}:${attempt}`;
  const answer = await gatewayNamed(deps.gateways, provider).capture({
    reference: referenceOf(claimed),
    idempotencyKey,
  });
  if (answer.outcome !== 'unknown' || answer.isOverloaded === true) return answer;
  deps.log.warn(
    { authorizationId, attempt, reason: answer.reason },
    'A capture has no clear answer; reading the payment.',
  );
  return await readCapture(deps, claimed);
}

/** Reads what became of a capture that was requested before. */
export async function readCapture({ gateways }: PaymentDeps, claimed: Authorization): Promise<CaptureAnswer> {
  const read = { reference: referenceOf(claimed), priority: 'capture' } as const;
  return asCaptureAnswer(await gatewayNamed(gateways, claimed.provider).read(read));
}

function referenceOf({ authorizationId, bidId, providerReference }: Authorization): string {
  if (providerReference === null || bidId === null)
    throw new Error(`Authorization ${authorizationId} cannot be captured: it backs no bid.`);
  return providerReference;
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
