import type { Intent } from './authorization.ts';
import type { OpenRequest } from '../providers/gateway.ts';

/**
 * Builds the request that opens the payment of an intent. It is the same each time, so that its idempotency key names one
 * request.
 *
 * @param facts.renews the provider's name of the payment whose card a renewal uses
 */
export function openRequest(
  intent: Intent,
  { renews, keepsCard }: { renews: string | null; keepsCard: boolean },
): OpenRequest {
  const { paymentAccount: account, applicationFeeInCents: feeInCents } = intent;
  return {
    authorizationId: intent.authorizationId,
    auctionId: intent.auctionId,
    sellerId: intent.sellerId,
    amountInCents: intent.valueInCents,
    email: intent.email,
    renews,
    keepsCard,
    ...(account !== null && { payee: { account, feeInCents: feeInCents ?? 0 } }),
    idempotencyKey: `open:${intent.authorizationId}`,
  };
}
