import { crashPoint } from '../core/crash-point.ts';
import { paymentsNotOpened } from '../metrics/metrics.ts';
import type { Connection } from '../db/database.ts';
import type { Authorization } from './authorization.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import type { OpenAnswer, OpenRequest, Refused, Unknown } from './gateway.ts';
import { readKeepsCard } from './keeps-card.ts';
import { moveAuthorization } from './move-authorization.ts';
import { recordReference } from './record-reference.ts';
import { withinDeadline } from './within-deadline.ts';

/** Together with the first attempt, which ends within the provider's timeout, the bidder gets an answer within 15 s. */
export const secondOpenMs = 4_000;

/**
 * Opens the payment of an intent at its provider and records the provider's reference, so that everything that follows can
 * be read and undone. Holds nothing.
 *
 * @param renews the provider's name of the payment whose card a renewal will use
 */
export async function openPayment(
  { db, gateways, log }: PaymentDeps,
  intent: Authorization,
  renews: string | null,
): Promise<OpenAnswer> {
  const { authorizationId, provider } = intent;
  const gateway = gatewayNamed(gateways, provider);
  const request = await openRequest(db, intent, renews);
  let answer = await gateway.open(request);
  // After a lost answer the request is sent once more, as the bidder waits; the same key opens no second payment.
  if (answer.outcome === 'unknown') answer = await withinDeadline(secondOpenMs, gateway.open(request));
  if (answer.outcome === 'unknown') return await giveUpOpening({ db, log }, intent, answer);
  if (answer.outcome !== 'opened') return answer;
  crashPoint('bid: payment opened');
  const stands = await recordReference(db, authorizationId, answer.reference);
  crashPoint('bid: reference recorded');
  return stands ? answer : { outcome: 'refused', code: 'abandoned' };
}

/**
 * Refuses the bidder at once, instead of leaving the bidder without an answer. The release searches the payment that may
 * have been opened, and cancels it.
 */
export async function giveUpOpening(
  { db, log }: Pick<PaymentDeps, 'db' | 'log'>,
  { authorizationId, provider }: Authorization,
  { reason }: Unknown,
): Promise<Refused> {
  log.error({ authorizationId, provider, reason }, 'A payment could not be opened; the bidder is refused.');
  paymentsNotOpened.inc({ provider });
  await moveAuthorization(db, authorizationId, 'abandon', { failureCode: 'provider_unavailable' });
  crashPoint('bid: given up');
  return { outcome: 'refused', code: 'provider_unavailable' };
}

/** Builds the open request of an intent. It is the same each time, so that its idempotency key names one request. */
export async function openRequest(
  connection: Connection,
  intent: Authorization,
  renews: string | null,
): Promise<OpenRequest> {
  const { paymentAccount: account, applicationFeeInCents: feeInCents } = intent;
  return {
    authorizationId: intent.authorizationId,
    auctionId: intent.auctionId,
    sellerId: intent.sellerId,
    amountInCents: intent.valueInCents,
    email: intent.email,
    renews,
    keepsCard: await readKeepsCard(connection, intent.auctionId),
    ...(account !== null && { payee: { account, feeInCents: feeInCents ?? 0 } }),
    idempotencyKey: `open:${intent.authorizationId}`,
  };
}
