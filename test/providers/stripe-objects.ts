import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';

/** Example objects as Stripe publishes them, which the stand-in's are made from. */
const examples = JSON.parse(readFileSync(new URL('./fixtures/stripe-objects.json', import.meta.url), 'utf8')) as {
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  event: Stripe.Event;
};

export function makeCustomer(facts: Partial<Stripe.Customer>): Stripe.Customer {
  return { ...examples.customer, ...facts };
}

/** A PaymentIntent as it is once created: the example has traces of what happened to it since. */
export function makeIntent(facts: Partial<Stripe.PaymentIntent>): Stripe.PaymentIntent {
  return {
    ...examples.payment_intent,
    canceled_at: null,
    last_payment_error: null,
    next_action: null,
    status: 'requires_payment_method',
    ...facts,
  };
}

export function makeCharge(facts: Partial<Stripe.Charge>, captureBefore: number | null): Stripe.Charge {
  const details = examples.charge.payment_method_details!;
  const { capture_before: _, ...card } = details.card!;
  return {
    ...examples.charge,
    ...facts,
    payment_method_details: {
      ...details,
      card: { ...card, ...(captureBefore === null ? {} : { capture_before: captureBefore }) },
    },
  };
}

export function makeEvent(type: string, object: object): Stripe.Event {
  return { ...examples.event, type, data: { object } } as Stripe.Event;
}

/** A connected account as it is once created: nothing is known of its owner. */
export function makeAccount(facts: Partial<Stripe.Account>): Stripe.Account {
  return {
    id: 'acct_1Nv0FGQ9RKHgCVdK',
    object: 'account',
    type: 'none',
    email: null,
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: ['business_type', 'external_account'],
      disabled_reason: 'requirements.past_due',
      errors: [],
      eventually_due: ['business_type', 'external_account'],
      past_due: ['external_account'],
      pending_verification: [],
    },
    ...facts,
  };
}

/** What changes with the onboarding. */
export const onboarded: Partial<Stripe.Account> = {
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  capabilities: { card_payments: 'active', transfers: 'active' },
  requirements: {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
    eventually_due: [],
    past_due: [],
    pending_verification: [],
  },
};
