import { emailAddress, probablyMeant } from '../../core/email-address.ts';
import type { FieldFault } from '../form-fields.ts';
import type { BidBounds } from './auction-state.ts';
import type { Locale } from './locale.ts';
import { parseDollars } from './parse-dollars.ts';
import type { TypedFields } from '../../core/read-form.ts';

/** The values that a form is filled with when it is shown again; never a card. */
export interface TypedValues {
  readonly amount: string;
  readonly email: string;
}

/** A bid without its card. */
export interface BidTerms {
  readonly valueInCents: number;
  /** The bidder wants to buy the item now for this value. */
  readonly isPurchase: boolean;
  /** In its stored form. */
  readonly email: string;
}

export interface CheckedBid extends BidTerms {
  /** Stands for the card; harmless by itself. */
  readonly cardToken: string;
}

/**
 * Checks the amount and the e-mail.
 *
 * @param priceInCents of a purchase, in place of a typed amount
 */
export function checkBidTerms(
  locale: Locale,
  form: TypedFields,
  bounds: BidBounds,
  priceInCents: number | null,
): { readonly terms: BidTerms } | { readonly faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const valueInCents = priceInCents ?? checkAmount(locale, form.get('amount') ?? '', bounds);
  if (typeof valueInCents === 'string') faults.push({ field: 'amount', detail: valueInCents });
  const address = emailAddress.safeParse(form.get('email') ?? '');
  if (!address.success) faults.push({ field: 'email', detail: locale.words.faults.email });
  if (typeof valueInCents === 'string' || !address.success) return { faults };
  return { terms: { valueInCents, email: address.data, isPurchase: priceInCents !== null } };
}

/** Whether the form has a card in it, be it a good one or not: every provider's fields are named like this. */
export function hasCard(form: TypedFields): boolean {
  return [...form.keys()].some((name) => name.startsWith('card'));
}

/** @returns whole cents, or what is wrong */
function checkAmount(locale: Locale, typed: string, { minimumInCents, maximumInCents }: BidBounds): number | string {
  const { faults } = locale.words;
  const parsed = parseDollars(locale, typed);
  if ('fault' in parsed) return parsed.fault;
  if (parsed.cents < minimumInCents) return faults.belowMinimum({ minimum: locale.dollars(minimumInCents) });
  return parsed.cents > maximumInCents
    ? faults.aboveMaximum({ maximum: locale.dollars(maximumInCents) })
    : parsed.cents;
}

/**
 * A question that the bidder answers before the card is asked: a raise by somebody whose card holds a lower bid, a bid so high that it may
 * be a slip, a bid that does not lead, or an address that may be a slip.
 */
export type Confirmation = 'raise' | 'high' | 'backup' | 'address';

const markedlyHigh = 10;
/** Below this a slip of the keyboard costs little, and a first bid on a small minimum is no slip. */
const minHighInCents = 100_00;

export function neededConfirmations(
  { valueInCents, email, isPurchase }: BidTerms,
  auction: {
    readonly leadingValueInCents: number | null;
    readonly minimumBidValueInCents: number;
    /** Held on the card of the bidder who asks, for the bids that this one raises. */
    readonly heldInCents: number;
  },
): Confirmation[] {
  const { leadingValueInCents, minimumBidValueInCents, heldInCents } = auction;
  // Not the provider's floor: nearly every bid is ten times a cent.
  const usual = Math.max(leadingValueInCents ?? 0, minimumBidValueInCents);
  const needed: Confirmation[] = heldInCents > 0 ? ['raise'] : [];
  if (!isPurchase && usual > 0 && valueInCents >= Math.max(minHighInCents, markedlyHigh * usual)) needed.push('high');
  // The earlier of two equal bids leads.
  if (leadingValueInCents !== null && valueInCents <= leadingValueInCents) needed.push('backup');
  if (probablyMeant(email) !== null) needed.push('address');
  return needed;
}

/** Writes what the bidder confirms into a hidden field; it is good for this one amount. */
export function writeConfirmed(valueInCents: number, confirmations: readonly Confirmation[]): string {
  return [valueInCents, ...confirmations].join(' ');
}

export function isConfirmed(confirmed: string, valueInCents: number, needed: readonly Confirmation[]): boolean {
  const [value, ...kinds] = confirmed.split(' ');
  return needed.length === 0 || (value === String(valueInCents) && needed.every((kind) => kinds.includes(kind)));
}
