import Stripe from 'stripe';
import type { StripeConfig } from '../../config.ts';

/**
 * Something happened to a payment of ours. It says where to look, not what is true: events come late, twice and in any
 * order, so whoever gets one asks the gateway how the payment stands.
 */
export interface StripeEvent {
  readonly kind: 'held' | 'failed' | 'captured' | 'released' | 'lapsed';
  /** The payment: its PaymentIntent's id. */
  readonly reference: string;
  /** From the metadata that we gave Stripe; `null` when it is not a payment of ours. */
  readonly authorizationId: string | null;
}

/** The events that a webhook endpoint has to be subscribed to. */
export const stripeEventTypes = {
  'payment_intent.amount_capturable_updated': 'held',
  'payment_intent.payment_failed': 'failed',
  'payment_intent.succeeded': 'captured',
  'payment_intent.canceled': 'released',
  'charge.expired': 'lapsed',
} as const satisfies Record<string, StripeEvent['kind']>;

/**
 * @param rawBody the bytes as they came: the signature is over these
 * @param signature the `Stripe-Signature` header
 * @returns `unverified`: not from Stripe, or older than 5 minutes; `null`: genuine, and of no interest
 */
export async function verifyStripeEvent(
  { webhookSecret }: Pick<StripeConfig, 'webhookSecret'>,
  rawBody: string | Buffer,
  signature: string | null,
): Promise<StripeEvent | null | 'unverified'> {
  let event: Stripe.Event;
  try {
    event = await Stripe.webhooks.constructEventAsync(rawBody, signature ?? '', webhookSecret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'unverified';
    throw error;
  }
  switch (event.type) {
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.payment_failed':
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled': {
      const { id, metadata } = event.data.object;
      return {
        kind: stripeEventTypes[event.type],
        reference: id,
        authorizationId: metadata['authorization_id'] ?? null,
      };
    }
    case 'charge.expired': {
      const { payment_intent: intent, metadata } = event.data.object;
      if (intent === null) return null;
      return {
        kind: stripeEventTypes[event.type],
        reference: typeof intent === 'string' ? intent : intent.id,
        authorizationId: metadata['authorization_id'] ?? null,
      };
    }
    default:
      return null;
  }
}
