import type { Authorization } from './authorization.ts';
import type { AuthorizeAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { recordAnswer } from './record-answer.ts';

/**
 * Asks the provider how a hold stands that was challenged or had no clear answer, and writes it down: when the bidder
 * comes back from a challenge or reloads, and when a provider's event came in.
 */
export async function lookAgain({ db, gateways }: PaymentDeps, authorization: Authorization): Promise<AuthorizeAnswer> {
  const { authorizationId, provider, providerReference } = authorization;
  if (providerReference === null) return { outcome: 'unknown', reason: 'the provider has not been told yet' };
  const answer = await gatewayNamed(gateways, provider).confirm({ reference: providerReference });
  return await recordAnswer(db.pool, authorizationId, answer);
}
