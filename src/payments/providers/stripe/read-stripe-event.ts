import Stripe from 'stripe';
import { z } from 'zod';
import type { StripeConfig } from '../../../platform/config.ts';
import { accountOfKey } from './connect-stripe.ts';
import type { ProviderEvent, ReadEvent } from '../provider-event.ts';

/** The events that a webhook endpoint has to be subscribed to. */
export const stripeEventTypes = {
  'payment_intent.amount_capturable_updated': 'held',
  'payment_intent.payment_failed': 'failed',
  'payment_intent.succeeded': 'captured',
  'payment_intent.canceled': 'released',
  'charge.expired': 'lapsed',
  'charge.refunded': 'reversed',
  'refund.created': 'reversed',
  'refund.updated': 'reversed',
  'refund.failed': 'reversed',
  'charge.dispute.created': 'reversed',
  'charge.dispute.updated': 'reversed',
  'charge.dispute.closed': 'reversed',
  'charge.dispute.funds_withdrawn': 'reversed',
  'charge.dispute.funds_reinstated': 'reversed',
  'radar.early_fraud_warning.created': 'reversed',
  'radar.early_fraud_warning.updated': 'reversed',
} as const satisfies Record<string, ProviderEvent['kind']>;

/** The events of connected accounts, for which Stripe has endpoints of their own. */
export const stripeAccountEventTypes = ['account.updated', 'account.application.deauthorized', 'capability.updated'];

const stripeEvent = z.object({
  type: z.string(),
  /** The connected account that the event is about. */
  account: z.string().optional(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      /** The PaymentIntent of a charge, refund, dispute or warning. */
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});

/** @param signature the `Stripe-Signature` header */
export async function readStripeEvent(
  { webhookSecrets, secretKey }: Pick<StripeConfig, 'webhookSecrets' | 'secretKey'>,
  body: Buffer,
  signature: string | null,
): Promise<ReadEvent> {
  const event = await verify(webhookSecrets, body, signature ?? '');
  if (typeof event === 'string') return { kind: 'refused', reason: event };
  const { success, data } = stripeEvent.safeParse(event.verified);
  if (!success) return { kind: 'refused', reason: 'malformed' };
  if (stripeAccountEventTypes.includes(data.type)) {
    return data.account === undefined ? null : { kind: 'account', account: data.account };
  }
  // Payments are opened on the operator's own account, also those that are paid into a seller's.
  const own = accountOfKey(secretKey);
  if (data.account !== undefined && data.account !== `acct_${own}`) return null;
  const kind = new Map(Object.entries(stripeEventTypes)).get(data.type);
  const { id, payment_intent: intent, metadata } = data.data.object;
  const reference = data.type.startsWith('payment_intent.') ? id : typeof intent === 'object' ? intent?.id : intent;
  if (kind === undefined || reference === undefined || reference === null) return null;
  return { kind, reference, authorizationId: metadata?.['authorization_id'] ?? null };
}

/** While secrets are rotated, events come signed with the old or the new one. */
async function verify(secrets: readonly string[], body: Buffer, signature: string) {
  if (!/\bt=\d+.*\bv1=\w/.test(signature)) return 'unsigned';
  for (const secret of secrets) {
    const event = await verifyWith(secret, body, signature);
    if (event !== null) return event;
    if ((await verifyWith(secret, body, signature, anyAge)) !== null) return 'too_old';
  }
  return 'wrong_secret';
}

/** For Stripe's package zero is no limit; its usual one is 5 minutes. */
const anyAge = 0;

/** @returns `null`: the event is not signed with this secret, or is too old */
async function verifyWith(secret: string, body: Buffer, signature: string, maxAgeSeconds?: number) {
  try {
    return { verified: await Stripe.webhooks.constructEventAsync(body, signature, secret, maxAgeSeconds) };
  } catch (error) {
    // The signature is checked first: after it, only the body can be wrong.
    return error instanceof Stripe.errors.StripeSignatureVerificationError ? null : 'malformed';
  }
}
