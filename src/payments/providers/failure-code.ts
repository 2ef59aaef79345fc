/** The party at whose fault a provider does not hold or capture money. */
type Fault = 'card' | 'bidder' | 'seller' | 'operator' | 'provider';

interface ProviderRefusal {
  readonly fault: Fault;
  /** The same request may succeed a minute later. */
  readonly isTransient?: true;
  /** Another card, or another try of the bidder, may do. */
  readonly asksForCard?: true;
  /** A bank may decline so for the sum of two holds. */
  readonly mayBeForFunds?: true;
}

/**
 * The refusals of a provider. A refusal at the seller's or the operator's fault says nothing about the card: the same request
 * succeeds once the account or the key is in order.
 */
export const providerRefusals = {
  card_declined: { fault: 'card', asksForCard: true, mayBeForFunds: true },
  temporarily_declined: { fault: 'card', isTransient: true, mayBeForFunds: true },
  insufficient_funds: { fault: 'card', isTransient: true, asksForCard: true, mayBeForFunds: true },
  card_expired: { fault: 'card', asksForCard: true },
  incorrect_cvc: { fault: 'bidder', asksForCard: true },
  card_not_accepted: { fault: 'card', asksForCard: true },
  authentication_failed: { fault: 'bidder', asksForCard: true },
  amount_out_of_bounds: { fault: 'bidder' },
  needs_bidder: { fault: 'bidder' },
  seller_cannot_be_paid: { fault: 'seller' },
  operator_cannot_charge: { fault: 'operator' },
  provider_unavailable: { fault: 'provider', isTransient: true },
} as const satisfies Record<string, ProviderRefusal>;

export type ProviderRefusalCode = keyof typeof providerRefusals;

/**
 * The reasons why no money is held, or not any more: a provider's refusal, another definite answer, or the auction's refusal of
 * the bid. Each code is stable; the bidder reads the text. An uncertain outcome (a timeout, a 5xx, an unexpected state) has no
 * code: it is `unknown`, never a failure.
 */
export type FailureCode =
  | ProviderRefusalCode
  | 'authorization_expired'
  | 'already_captured'
  | 'already_released'
  | 'wrong_state'
  /** A request to capture had no clear answer, and the money was still held when no request of that time could execute any more. */
  | 'not_executed'
  | 'abandoned'
  | 'capture_given_up'
  | 'released_by_operator'
  /** An operator has voided the bid. */
  | 'voided'
  /** A higher bid of the same person stands. */
  | 'raised'
  | 'closed_by_operator'
  | 'auction_not_open_yet'
  | 'auction_ended'
  | 'auction_cancelled'
  | 'bidder_not_signed'
  | 'bidder_banned'
  | 'below_minimum'
  /** The seller has removed the price for which the bidder wants to buy, or the auction never had it. */
  | 'buy_now_removed'
  /** A bid stands, so the item cannot be bought before the end any more. */
  | 'buy_now_gone'
  /** The bid adds less to the leading bid than the minimum step. */
  | 'below_increment'
  | 'below_own_bid';

export function providerRefusalOf(code: FailureCode | null): ProviderRefusal | undefined {
  return code === null ? undefined : (providerRefusals as Partial<Record<FailureCode, ProviderRefusal>>)[code];
}

export function faultOf(code: FailureCode | null): Fault | null {
  return providerRefusalOf(code)?.fault ?? null;
}

/** The provider itself refused to hold the money. A provider that gave no answer may hold it. */
export function isProviderRefusal(code: FailureCode | null): code is ProviderRefusalCode {
  const fault = faultOf(code);
  return fault !== null && fault !== 'provider';
}

/** Checks whether the same request may succeed later by itself: it is retried before it counts as a refusal. */
export function isTransient(code: FailureCode | null): boolean {
  return providerRefusalOf(code)?.isTransient === true;
}

/** Checks whether the request is refused until the seller or the operator has put an account or a key in order. */
export function isAboutAccount(code: FailureCode | null): boolean {
  const fault = faultOf(code);
  return fault === 'seller' || fault === 'operator';
}

/** The codes for which `isAboutAccount` is true, as an SQL list. */
export const codesAboutAccount = Object.keys(providerRefusals)
  .filter((code) => isAboutAccount(code as FailureCode))
  .map((code) => `'${code}'`)
  .join(', ');
