import Stripe from 'stripe';
import type {
  AuthorizeAnswer,
  FindAnswer,
  Gateway,
  HoldAnswer,
  HoldRequest,
  OpenAnswer,
  OpenRequest,
  ReadAnswer,
  Refused,
  Unknown,
} from '../gateway.ts';
import { asAuthorizeAnswer, asCaptureAnswer, asReleaseAnswer } from '../narrow-answer.ts';
import { type CallLimiter, unlimited } from '../call-limiter.ts';
import type { WorkKind } from '../work-kinds.ts';
import { withinDeadline } from '../within-deadline.ts';
import { answerOfError } from './answer-of-error.ts';
import { answerOfIntent, withCharge } from './answer-of-intent.ts';
import { findStripeReversals } from './find-stripe-reversals.ts';
import { retryWhenLimited } from './retry-when-limited.ts';
import { listStripePayments } from './list-stripe-payments.ts';
import { parametersOfIntent } from './parameters-of-intent.ts';

/**
 * Makes the gateway of Stripe, with PaymentIntents that are captured by hand. A payment is a PaymentIntent, and its
 * reference the PaymentIntent's id. Sources: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method,
 * https://docs.stripe.com/payments/finalize-payments-on-the-server,
 * https://docs.stripe.com/payments/save-during-payment
 */
export function makeStripeGateway(
  stripe: Stripe,
  { deadlineMs, limiter = unlimited }: { readonly deadlineMs: number; readonly limiter?: CallLimiter },
): Gateway {
  const { paymentIntents, customers } = stripe;

  return {
    name: 'stripe',
    // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    minimumInCents: 50,
    maximumInCents: 99_999_999,
    open: (request) => withinDeadline(deadlineMs, open(request)),
    hold: async (request) => ({ reference: null, ...(await withinDeadline(deadlineMs, hold(request))) }),
    find: ({ authorizationId }) => withinDeadline(deadlineMs, find(authorizationId)),
    authorize: async ({ reference, cardToken, returnUrl, idempotencyKey }) =>
      asAuthorizeAnswer(
        await ask('bid', reference, () =>
          paymentIntents.confirm(
            reference,
            { ...withCharge, confirmation_token: cardToken, return_url: returnUrl, use_stripe_sdk: true },
            { idempotencyKey },
          ),
        ),
      ),
    renew: async ({ reference, idempotencyKey }) => {
      const answer = asAuthorizeAnswer(
        await ask('renewal', reference, () =>
          paymentIntents.confirm(reference, { ...withCharge, off_session: true }, { idempotencyKey }),
        ),
      );
      return answer.outcome === 'challenged' ? { outcome: 'refused', code: 'needs_bidder' } : answer;
    },
    confirm: async ({ reference }): Promise<AuthorizeAnswer> => asAuthorizeAnswer(await read(reference, 'bid')),
    read: ({ reference, priority = 'bid' }) => read(reference, priority),
    list: ({ since }) => listStripePayments(stripe, since, (request) => patiently('release', request)),
    findReversals: ({ reference }) =>
      withinDeadline(
        deadlineMs,
        findStripeReversals(stripe, reference, (request) => patiently('release', request)),
      ),
    capture: async ({ reference, idempotencyKey }) =>
      asCaptureAnswer(
        await ask('capture', reference, () => paymentIntents.capture(reference, withCharge, { idempotencyKey })),
      ),
    release: async ({ reference, idempotencyKey }) =>
      asReleaseAnswer(
        await ask('release', reference, () =>
          paymentIntents.cancel(reference, { ...withCharge, cancellation_reason: 'abandoned' }, { idempotencyKey }),
        ),
      ),
  };

  function patiently<Answer>(priority: WorkKind, request: () => Promise<Answer>): Promise<Answer> {
    return retryWhenLimited(limiter, { priority, deadlineMs }, request);
  }

  function read(reference: string, priority: WorkKind): Promise<ReadAnswer> {
    return ask(priority, reference, () => paymentIntents.retrieve(reference, withCharge));
  }

  /** Returns the state of the payment after a request, also if the request did not fit that state. */
  async function ask(
    priority: WorkKind,
    reference: string,
    request: () => Promise<Stripe.PaymentIntent>,
  ): Promise<ReadAnswer> {
    return await withinDeadline(deadlineMs, attempt());

    async function attempt(): Promise<ReadAnswer> {
      const answer = await catching(async () => answerOfIntent(await patiently(priority, request)));
      if (answer !== 'look') return answer;
      const state = await catching(async () =>
        answerOfIntent(await patiently(priority, () => paymentIntents.retrieve(reference, withCharge))),
      );
      return state === 'look' ? { outcome: 'unknown', reason: `${reference} cannot be read` } : state;
    }
  }

  /** Source: https://docs.stripe.com/payments/finalize-payments-on-the-server: one call creates and confirms. */
  async function hold(request: HoldRequest): Promise<HoldAnswer> {
    const { idempotencyKey, cardToken, returnUrl } = request;
    let reference: string | null = null;
    const answer = await catching(async (): Promise<ReadAnswer> => {
      const card = request.keepsCard ? await newCustomer(request) : null;
      try {
        const intent = await patiently('bid', () =>
          paymentIntents.create(
            {
              ...parametersOfIntent(request, card),
              ...withCharge,
              confirm: true,
              confirmation_token: cardToken,
              return_url: returnUrl,
              use_stripe_sdk: true,
            },
            { idempotencyKey },
          ),
        );
        reference = intent.id;
        return answerOfIntent(intent);
      } catch (error) {
        // A release has used the key to open a payment without a card, so that this request can hold nothing.
        if (isOtherRequestOfKey(error)) return { outcome: 'refused', code: 'abandoned' };
        // The error of a declined card carries the PaymentIntent.
        if (error instanceof Stripe.errors.StripeError) reference = error.payment_intent?.id ?? null;
        throw error;
      }
    });
    if (answer === 'look') return { outcome: 'unknown', reason: 'Stripe would not hold the amount', reference };
    return { ...asAuthorizeAnswer(answer), reference };
  }

  async function open(request: OpenRequest): Promise<OpenAnswer> {
    const answer = await catching(async (): Promise<OpenAnswer> => {
      const saved = request.renews === null ? null : await savedCard(request.renews);
      if (request.renews !== null && saved === null) return { outcome: 'refused', code: 'needs_bidder' };
      const card = saved ?? (request.keepsCard ? await newCustomer(request) : null);
      const { idempotencyKey } = request;
      try {
        const { id } = await patiently(request.renews === null ? 'bid' : 'renewal', () =>
          paymentIntents.create(parametersOfIntent(request, card), { idempotencyKey }),
        );
        return { outcome: 'opened', reference: id };
      } catch (error) {
        if (isOtherRequestOfKey(error)) return { outcome: 'unknown', reason: 'the key was used with a card' };
        throw error;
      }
    });
    return answer === 'look' ? { outcome: 'unknown', reason: 'Stripe would not open a PaymentIntent' } : answer;
  }

  /** A new payment may be found only after a minute. Source: https://docs.stripe.com/search */
  async function find(authorizationId: string): Promise<FindAnswer> {
    const answer = await catching(async (): Promise<FindAnswer> => {
      const query = `metadata['authorization_id']:'${authorizationId}'`;
      const { data } = await patiently('release', () => paymentIntents.search({ query, limit: 1 }));
      return data[0] === undefined ? { outcome: 'none' } : { outcome: 'opened', reference: data[0].id };
    });
    return answer === 'look' || answer.outcome === 'refused'
      ? { outcome: 'unknown', reason: 'Stripe would not search' }
      : answer;
  }

  /** A card can only be used again, without the bidder, if it belongs to a customer. Each bid has its own. */
  async function newCustomer({ email, authorizationId, idempotencyKey }: OpenRequest): Promise<{ customer: string }> {
    const { id } = await patiently('bid', () =>
      customers.create(
        { email, metadata: { authorization_id: authorizationId } },
        { idempotencyKey: `customer:${idempotencyKey}` },
      ),
    );
    return { customer: id };
  }

  async function savedCard(renews: string): Promise<{ customer: string; payment_method: string } | null> {
    const { customer, payment_method: card } = await patiently('renewal', () => paymentIntents.retrieve(renews));
    if (typeof customer !== 'string' || typeof card !== 'string') return null;
    return { customer, payment_method: card };
  }
}

function isOtherRequestOfKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use';
}

async function catching<Answer>(request: () => Promise<Answer>): Promise<Answer | Refused | Unknown | 'look'> {
  try {
    return await request();
  } catch (error) {
    return answerOfError(error);
  }
}
