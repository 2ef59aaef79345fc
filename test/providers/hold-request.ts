import { randomUUID } from 'node:crypto';
import type { HoldRequest, OpenRequest } from '../../src/payments/providers/gateway.ts';

/** A new payment of 5 dollars that is opened and holds its amount on this test card. */
export function holdRequest(card: string, facts: Partial<HoldRequest> = {}): HoldRequest {
  return {
    ...openRequest(),
    cardToken: `simulated_card_${card}`,
    returnUrl: 'http://localhost/',
    ...facts,
  };
}

/** A new payment of 5 dollars. */
export function openRequest(facts: Partial<OpenRequest> = {}): OpenRequest {
  const authorizationId = randomUUID();
  return {
    authorizationId,
    auctionId: randomUUID(),
    sellerId: randomUUID(),
    amountInCents: 500,
    email: `${authorizationId}@example.com`,
    renews: null,
    keepsCard: false,
    idempotencyKey: `open:${authorizationId}`,
    ...facts,
  };
}
