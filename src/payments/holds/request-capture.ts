import type { Authorization } from './authorization.ts';
import { keepClaim } from './claim.ts';
import { type PaymentDeps, gatewayNamed } from '../providers/gateways.ts';
import type { CallPriority } from '../providers/work-kinds.ts';
import type { Observation } from '../providers/observation.ts';

/**
 * Asks a provider to capture or to release a payment, and reads the payment if the answer is not clear: the request may have been executed.
 * A provider that is overloaded is not asked again at once.
 */
export async function askThenRead(
  deps: PaymentDeps,
  claimed: Authorization,
  ask: 'capture' | 'release',
  reference: string,
  priority: CallPriority = ask,
): Promise<Observation> {
  const { provider, authorizationId, attempt } = claimed;
  const gateway = gatewayNamed(deps.gateways, provider);
  return await keepClaim(deps, claimed, async () => {
    // The provider may store a server error under its key, so each attempt has its own key.
    const answer = await gateway[ask]({ reference, idempotencyKey: `${ask}:${authorizationId}:${attempt}`, priority });
    if (answer.outcome !== 'unknown' || answer.isOverloaded === true) return answer;
    const { reason } = answer;
    deps.log.info({ authorizationId, attempt, ask, reason }, 'A request has no clear answer; reading the payment.');
    return await gateway.read({ reference, priority });
  });
}

/**
 * Requests a capture from the provider. While the outcome is `unknown`, no other hold may be captured.
 *
 * @param claimed a `capturing` authorization that the caller has just claimed
 */
export async function requestCapture(deps: PaymentDeps, claimed: Authorization): Promise<Observation> {
  return await askThenRead(deps, claimed, 'capture', referenceOf(claimed));
}

/** Reads what became of a capture that was requested before. */
export async function readCapture(deps: PaymentDeps, claimed: Authorization): Promise<Observation> {
  const read = { reference: referenceOf(claimed), priority: 'capture' } as const;
  return await keepClaim(deps, claimed, () => gatewayNamed(deps.gateways, claimed.provider).read(read));
}

function referenceOf({ authorizationId, bidId, providerReference }: Authorization): string {
  if (providerReference === null || bidId === null)
    throw new Error(`Authorization ${authorizationId} cannot be captured: it backs no bid.`);
  return providerReference;
}
