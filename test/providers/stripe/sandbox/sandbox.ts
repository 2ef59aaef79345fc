import type Stripe from 'stripe';
import type { Gateway } from '../../../../src/payments/providers/gateway.ts';
import { connectStripe } from '../../../../src/payments/providers/stripe/connect-stripe.ts';
import { stripeGateway } from '../../stripe-gateway.ts';
import { startStripeStandIn } from '../../stripe-stand-in.ts';
import { type EventSource, pollEvents } from './read-events.ts';

/** What the steps play with: the service's own gateway, and the people around a payment. */
export interface Sandbox {
  readonly gateway: Gateway;
  /** For what a person does at the dashboard, and for Stripe's test cards. */
  readonly stripe: Stripe;
  /** Answers a bank's challenge as the cardholder would; `null`: nobody is there to answer it. */
  readonly answerBank: ((clientSecret: string, verdict: 'pass' | 'fail') => Promise<void>) | null;
  readonly events: EventSource;
  /** A connected account that has been through the onboarding; `null`: there is none. */
  readonly account: string | null;
}

const deadlineMs = 15_000;

/** Connects the gateway as the service does, to Stripe or to another address of its API. */
export function connectSandbox(
  { secretKey, apiBase }: { readonly secretKey: string; readonly apiBase: string | null },
  people: Partial<Pick<Sandbox, 'answerBank' | 'events' | 'account'>> = {},
): Sandbox {
  const stripe = connectStripe(
    { secretKey, apiBase, publishableKey: 'pk_test_unused', webhookSecrets: [] },
    { deadlineMs },
  );
  return {
    gateway: stripeGateway(stripe, { deadlineMs }),
    stripe,
    answerBank: null,
    events: pollEvents(stripe),
    account: null,
    ...people,
  };
}

/** Starts the stand-in that the tests use in the place of Stripe. */
export async function startStandInSandbox(): Promise<Sandbox & AsyncDisposable> {
  const standIn = await startStripeStandIn();
  const sandbox = connectSandbox(
    { secretKey: 'sk_test_x', apiBase: standIn.url },
    {
      answerBank: async (clientSecret, verdict) => standIn.answerChallenge(clientSecret, verdict),
      account: standIn.connectAccount().id,
    },
  );
  return { ...sandbox, [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose]() };
}
