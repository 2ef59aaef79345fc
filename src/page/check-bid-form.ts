import { emailAddress } from '../core/email-address.ts';
import type { BidBounds } from './bid-bounds.ts';
import type { Locale } from './locale.ts';
import { parseDollars } from './parse-dollars.ts';
import type { Form } from './read-form.ts';

export interface FieldFault {
  /** `amount`, `email`, `card`, or a field of the provider's own. */
  readonly field: string;
  readonly detail: string;
}

/** The values that a form is filled with when it is shown again; never a card. */
export interface TypedValues {
  readonly amount: string;
  readonly email: string;
}

/** A bid without its card. */
export interface BidTerms {
  readonly valueInCents: number;
  /** In its stored form. */
  readonly email: string;
}

export interface CheckedBid extends BidTerms {
  /** Stands for the card; harmless by itself. */
  readonly cardToken: string;
}

/** Checks the amount and the e-mail. */
export function checkBidTerms(
  locale: Locale,
  form: Form,
  bounds: BidBounds,
): { readonly terms: BidTerms } | { readonly faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const valueInCents = checkAmount(locale, form.get('amount') ?? '', bounds);
  if (typeof valueInCents === 'string') faults.push({ field: 'amount', detail: valueInCents });
  const address = emailAddress.safeParse(form.get('email') ?? '');
  if (!address.success) faults.push({ field: 'email', detail: locale.words.faults.email });
  if (typeof valueInCents === 'string' || !address.success) return { faults };
  return { terms: { valueInCents, email: address.data } };
}

/** Whether the form has a card in it, be it a good one or not: every provider's fields are named like this. */
export function hasCard(form: Form): boolean {
  return [...form.keys()].some((name) => name.startsWith('card'));
}

/** @returns whole cents, or what is wrong */
function checkAmount(locale: Locale, typed: string, { minimumInCents, maximumInCents }: BidBounds): number | string {
  const { faults } = locale.words;
  const parsed = parseDollars(locale, typed);
  if ('fault' in parsed) return parsed.fault;
  if (parsed.cents < minimumInCents) return faults.belowMinimum(locale.dollars(minimumInCents));
  return parsed.cents > maximumInCents ? faults.aboveMaximum(locale.dollars(maximumInCents)) : parsed.cents;
}
