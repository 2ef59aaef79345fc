import { crashPoint } from '../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import { type Gateways, type PaymentDeps, gatewayNamed } from './gateways.ts';
import type { OpenAnswer } from './gateway.ts';
import { recordReference } from './record-reference.ts';

/**
 * Makes an intent known to its provider and writes down the provider's name for it, so that whatever happens from now
 * on can be found out and undone. Holds nothing.
 *
 * @param renews the provider's name of the payment whose card a renewal will use
 */
export async function openPayment(
  { db, gateways }: Pick<PaymentDeps, 'db'> & { gateways: Gateways },
  intent: Authorization,
  renews: string | null,
): Promise<OpenAnswer> {
  const gateway = gatewayNamed(gateways, intent.provider);
  const request = {
    authorizationId: intent.authorizationId,
    auctionId: intent.auctionId,
    sellerId: intent.sellerId,
    amountInCents: intent.valueInCents,
    email: intent.email,
    renews,
    idempotencyKey: `open:${intent.authorizationId}`,
  };
  let answer = await gateway.open(request);
  // A lost answer is asked for once more, as the bidder waits; the same key opens no second payment.
  if (answer.outcome === 'unknown') answer = await gateway.open(request);
  if (answer.outcome !== 'opened') return answer;
  crashPoint('bid: payment opened');
  const stands = await recordReference(db.pool, intent.authorizationId, answer.reference);
  crashPoint('bid: reference recorded');
  return stands ? answer : { outcome: 'refused', code: 'abandoned' };
}
