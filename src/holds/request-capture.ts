import type { Authorization } from './authorization.ts';
import { type PaymentDeps, gatewayNamed } from '../providers/gateways.ts';
import type { Observation } from '../providers/observation.ts';

/**
 * Requests a capture from the provider, and reads the payment if the answer is not clear. While the outcome is `unknown`,
 * no other hold may be captured.
 *
 * @param claimed a `capturing` authorization that the caller has just claimed
 */
export async function requestCapture(deps: PaymentDeps, claimed: Authorization): Promise<Observation> {
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
export async function readCapture({ gateways }: PaymentDeps, claimed: Authorization): Promise<Observation> {
  const read = { reference: referenceOf(claimed), priority: 'capture' } as const;
  return await gatewayNamed(gateways, claimed.provider).read(read);
}

function referenceOf({ authorizationId, bidId, providerReference }: Authorization): string {
  if (providerReference === null || bidId === null)
    throw new Error(`Authorization ${authorizationId} cannot be captured: it backs no bid.`);
  return providerReference;
}
