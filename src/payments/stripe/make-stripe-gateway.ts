import type Stripe from 'stripe';
import type { AuthorizeAnswer, Gateway, OpenAnswer, OpenRequest, ReadAnswer, Refused, Unknown } from '../gateway.ts';
import { asAuthorizeAnswer, asCaptureAnswer, asReleaseAnswer } from '../narrow-answer.ts';
import { withinDeadline } from '../within-deadline.ts';
import { answerOfError } from './answer-of-error.ts';
import { answerOfIntent, withCharge } from './answer-of-intent.ts';
import { parametersOfIntent } from './parameters-of-intent.ts';

/**
 * Stripe, by PaymentIntents that are captured by hand. A payment is a PaymentIntent, and its reference the id of that.
 *
 * Sources: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method,
 * https://docs.stripe.com/payments/finalize-payments-on-the-server, https://docs.stripe.com/payments/save-during-payment
 */
export function makeStripeGateway(stripe: Stripe, { deadlineMs }: { deadlineMs: number }): Gateway {
  const { paymentIntents, customers } = stripe;

  return {
    name: 'stripe',
    // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    minimumInCents: 50,
    maximumInCents: 99_999_999,
    open: (request) => withinDeadline(deadlineMs, open(request)),
    authorize: async ({ reference, cardToken, returnUrl, idempotencyKey }) =>
      asAuthorizeAnswer(
        await ask(reference, () =>
          paymentIntents.confirm(
            reference,
            { ...withCharge, confirmation_token: cardToken, return_url: returnUrl, use_stripe_sdk: true },
            { idempotencyKey },
          ),
        ),
      ),
    renew: async ({ reference, idempotencyKey }) => {
      const answer = asAuthorizeAnswer(
        await ask(reference, () =>
          paymentIntents.confirm(reference, { ...withCharge, off_session: true }, { idempotencyKey }),
        ),
      );
      return answer.outcome === 'challenged' ? { outcome: 'refused', code: 'needs_bidder' } : answer;
    },
    confirm: async ({ reference }): Promise<AuthorizeAnswer> => asAuthorizeAnswer(await read(reference)),
    read: ({ reference }) => read(reference),
    capture: async ({ reference, idempotencyKey }) =>
      asCaptureAnswer(await ask(reference, () => paymentIntents.capture(reference, withCharge, { idempotencyKey }))),
    release: async ({ reference, idempotencyKey }) =>
      asReleaseAnswer(
        await ask(reference, () =>
          paymentIntents.cancel(reference, { ...withCharge, cancellation_reason: 'abandoned' }, { idempotencyKey }),
        ),
      ),
  };

  function read(reference: string): Promise<ReadAnswer> {
    return ask(reference, () => paymentIntents.retrieve(reference, withCharge));
  }

  /** Where the payment stands after a request; where the request did not fit its state, where it stands anyway. */
  async function ask(reference: string, request: () => Promise<Stripe.PaymentIntent>): Promise<ReadAnswer> {
    return await withinDeadline(deadlineMs, attempt());

    async function attempt(): Promise<ReadAnswer> {
      const answer = await catching(async () => answerOfIntent(await request()));
      if (answer !== 'look') return answer;
      const state = await catching(async () => answerOfIntent(await paymentIntents.retrieve(reference, withCharge)));
      return state === 'look' ? { outcome: 'unknown', reason: `${reference} cannot be read` } : state;
    }
  }

  async function open(request: OpenRequest): Promise<OpenAnswer> {
    const answer = await catching(async (): Promise<OpenAnswer> => {
      const card = request.renews === null ? await newCustomer(request) : await savedCard(request.renews);
      if (card === null) return { outcome: 'refused', code: 'needs_bidder' };
      const { id } = await paymentIntents.create(parametersOfIntent(request, card), {
        idempotencyKey: request.idempotencyKey,
      });
      return { outcome: 'opened', reference: id };
    });
    return answer === 'look' ? { outcome: 'unknown', reason: 'Stripe would not open a PaymentIntent' } : answer;
  }

  /** A card can only be used again, without the bidder, if it belongs to a customer. Each bid has its own. */
  async function newCustomer({ email, authorizationId, idempotencyKey }: OpenRequest): Promise<{ customer: string }> {
    const { id } = await customers.create(
      { email, metadata: { authorization_id: authorizationId } },
      { idempotencyKey: `customer:${idempotencyKey}` },
    );
    return { customer: id };
  }

  async function savedCard(renews: string): Promise<{ customer: string; payment_method: string } | null> {
    const { customer, payment_method: card } = await paymentIntents.retrieve(renews);
    if (typeof customer !== 'string' || typeof card !== 'string') return null;
    return { customer, payment_method: card };
  }
}

async function catching<Answer>(request: () => Promise<Answer>): Promise<Answer | Refused | Unknown | 'look'> {
  try {
    return await request();
  } catch (error) {
    return answerOfError(error);
  }
}
