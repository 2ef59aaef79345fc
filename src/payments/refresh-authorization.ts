import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer } from './gateway-answers.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { recordAnswer } from './record-answer.ts';

/**
 * Reads the state of a hold that was challenged or had no clear answer from the provider, and records it: when the bidder
 * comes back from a challenge or reloads, and when a provider's event arrives.
 */
export async function refreshAuthorization(deps: PaymentDeps, authorization: Authorization): Promise<AuthorizeAnswer> {
  const { authorizationId, provider, providerReference } = authorization;
  if (providerReference === null) return { outcome: 'unknown', reason: 'the payment is not opened yet' };
  const answer = await gatewayNamed(deps.gateways, provider).confirm({ reference: providerReference });
  return await recordAnswer(deps, authorizationId, answer);
}
