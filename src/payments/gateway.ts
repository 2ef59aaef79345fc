import type { FailureCode } from './failure-code.ts';

export type ProviderName = 'simulated' | 'stripe';

/**
 * What we ask of a payment provider. All amounts are whole US cents.
 *
 * A payment is first opened, which holds nothing, and its reference written into our books before the card is
 * touched. So whatever dies or times out afterwards, `read` and `release` can find what was done: no money can be
 * held that we have no name for.
 *
 * No method throws for what the provider or the network does: a definite no is `refused`, and where it is not
 * certain what was done the outcome is `unknown`, to be resolved by `read`. What throws is a bug of ours or our own database.
 * Every call ends within the provider's timeout. Callers hold no lock and no transaction meanwhile.
 *
 * A call repeated with its idempotency key has one effect and the same answer; a key with other parameters throws.
 * An answer may be kept under its key even where it was an error, so whoever tries again after `unknown` counts the
 * attempt into the key; the payment's own state keeps a second attempt from having a second effect.
 */
export interface Gateway {
  readonly name: ProviderName;
  readonly minimumInCents: number;
  readonly maximumInCents: number;
  /** Makes the payment known to the provider; holds nothing. */
  open(request: OpenRequest): Promise<OpenAnswer>;
  /** Holds the amount on the card, with the bidder present. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeAnswer>;
  /** Looks again after the bidder answered a challenge; `challenged` as long as it stands unanswered. */
  confirm(payment: PaymentReference): Promise<AuthorizeAnswer>;
  /** Holds the amount on the card of the payment that this one `renews`, without the bidder. */
  renew(request: PaymentRequest): Promise<RenewAnswer>;
  /** Takes the whole amount. A payment that is captured already answers `captured`. */
  capture(request: PaymentRequest): Promise<CaptureAnswer>;
  /** Frees the money for good: nothing still under way can hold or capture it later. Released already: `released`. */
  release(request: PaymentRequest): Promise<ReleaseAnswer>;
  read(payment: PaymentReference): Promise<ReadAnswer>;
}

export interface PaymentReference {
  /** The provider's own name for the payment. */
  readonly reference: string;
}

export interface PaymentRequest extends PaymentReference {
  readonly idempotencyKey: string;
}

export interface OpenRequest {
  readonly authorizationId: string;
  readonly auctionId: string;
  readonly sellerId: string;
  readonly amountInCents: number;
  /** Where the provider sends the receipt, once the money is captured. */
  readonly email: string;
  /** The reference of the payment whose card `renew` will use; `null` when a bidder brings a card. */
  readonly renews: string | null;
  readonly idempotencyKey: string;
}

export interface AuthorizeRequest extends PaymentRequest {
  /** Stands for the card: a Stripe ConfirmationToken, or what `tokenizeCard` made. Never a card number. */
  readonly cardToken: string;
  /** Where a bank's own challenge page sends the bidder back to. */
  readonly returnUrl: string;
}

export type OpenAnswer = { readonly outcome: 'opened'; readonly reference: string } | Refused | Unknown;
export type AuthorizeAnswer = Authorized | Challenged | Refused | Unknown;
export type RenewAnswer = Authorized | Refused | Unknown;
export type CaptureAnswer = { readonly outcome: 'captured' } | Refused | Unknown;
/** `refused` here is `already_captured`, or the provider's own reason why nothing is held any more. */
export type ReleaseAnswer = { readonly outcome: 'released' } | { readonly outcome: 'expired' } | Refused | Unknown;

/** Where a payment stands at the provider. `opened`: known, and nothing is held. */
export type ReadAnswer =
  | { readonly outcome: 'opened' }
  | Challenged
  | Authorized
  | { readonly outcome: 'captured' }
  | { readonly outcome: 'released' }
  | { readonly outcome: 'expired' }
  | Refused
  | Unknown;

/** The money is held until `captureBefore`. */
export interface Authorized {
  readonly outcome: 'authorized';
  readonly captureBefore: Date;
}

/** The bank wants to hear from the bidder (3-D Secure); nothing is held yet. */
export interface Challenged {
  readonly outcome: 'challenged';
  readonly challenge: Challenge;
}

export type Challenge =
  | { readonly provider: 'simulated'; readonly challengeId: string }
  /** For `stripe.handleNextAction({ clientSecret })` on the bidder's page, and for nobody else. */
  | { readonly provider: 'stripe'; readonly clientSecret: string };

/** Definite: nothing was done, nothing will be, and asking again with the same card changes nothing. */
export interface Refused {
  readonly outcome: 'refused';
  readonly code: FailureCode;
}

/** Ambiguous: it may have been done, or may still be. Never move on from it; read the payment. */
export interface Unknown {
  readonly outcome: 'unknown';
  /** For logs: what was seen instead of an answer. */
  readonly reason: string;
}
