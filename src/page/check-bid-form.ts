import { z } from 'zod';
import type { ProviderName } from '../payments/gateway.ts';
import { cardOfToken, type CardForm, tokenizeCard } from '../payments/simulated/card-token.ts';
import type { BidBounds } from './bid-bounds.ts';
import { parseDollars } from './parse-dollars.ts';
import type { Form } from './read-form.ts';
import { showDollars } from './show-dollars.ts';

export type FieldName = 'amount' | 'email' | 'card' | keyof CardForm;

export interface FieldFault {
  readonly field: FieldName;
  readonly detail: string;
}

/** What a form that has to be shown again is filled with. A card never is. */
export interface TypedValues {
  readonly amount: string;
  readonly email: string;
}

export interface CheckedBid {
  readonly valueInCents: number;
  /** Trimmed and lower-cased. */
  readonly email: string;
  /** Stands for the card; harmless by itself. */
  readonly cardToken: string;
}

// As long as a `bidderId`, which it stands in for.
const email = z.string().trim().toLowerCase().max(200).pipe(z.email());

/** @param now decides whether a card has expired */
export function checkBidForm(
  form: Form,
  { bounds, provider, now }: { bounds: BidBounds; provider: ProviderName; now: Date },
): { readonly bid: CheckedBid } | { readonly faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const valueInCents = checkAmount(form.get('amount') ?? '', bounds);
  if (typeof valueInCents === 'string') faults.push({ field: 'amount', detail: valueInCents });
  const address = email.safeParse(form.get('email') ?? '');
  if (!address.success) faults.push({ field: 'email', detail: 'Enter your e-mail address, such as name@example.com.' });
  const card = provider === 'stripe' ? checkStripeCard(form) : checkTestCard(form, now);
  if ('faults' in card) faults.push(...card.faults);

  if (typeof valueInCents === 'string' || !address.success || 'faults' in card) return { faults };
  return { bid: { valueInCents, email: address.data, cardToken: card.cardToken } };
}

/** @returns whole cents, or what is wrong */
function checkAmount(typed: string, { minimumInCents, maximumInCents }: BidBounds): number | string {
  const parsed = parseDollars(typed);
  if ('fault' in parsed) return parsed.fault;
  if (parsed.cents < minimumInCents) return `The lowest bid that this auction takes is ${showDollars(minimumInCents)}.`;
  return parsed.cents > maximumInCents
    ? `The highest bid that can be held is ${showDollars(maximumInCents)}.`
    : parsed.cents;
}

type CheckedCard = { readonly cardToken: string } | { readonly faults: readonly FieldFault[] };

/** The card itself went from the browser to Stripe. */
function checkStripeCard(form: Form): CheckedCard {
  const cardToken = form.get('cardToken') ?? '';
  return /^ctoken_\w{1,200}$/.test(cardToken)
    ? { cardToken }
    : { faults: [{ field: 'card', detail: 'Enter your card.' }] };
}

function checkTestCard(form: Form, now: Date): CheckedCard {
  const cardToken = form.get('cardToken') ?? '';
  if (cardOfToken(cardToken) !== undefined) return { cardToken };
  const field = (name: keyof CardForm) => form.get(name) ?? '';
  return tokenizeCard(
    { cardNumber: field('cardNumber'), cardExpiry: field('cardExpiry'), cardCvc: field('cardCvc') },
    now,
  );
}
