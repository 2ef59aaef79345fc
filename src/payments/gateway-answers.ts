import type { FailureCode } from './failure-code.ts';
import type { ProviderName } from './provider-name.ts';

export type OpenAnswer = { readonly outcome: 'opened'; readonly reference: string } | Refused | Unknown;
export type FindAnswer =
  | { readonly outcome: 'opened'; readonly reference: string }
  | { readonly outcome: 'none' }
  | Unknown;
export type AuthorizeAnswer = Authorized | Challenged | Refused | Unknown;
/**
 * `reference` is `null` while the payment is not known; then a refusal is the proof that there is none. `keptCard`: what
 * the provider keeps for renewals; its `card` is `null` if no card was accepted.
 */
export type HoldAnswer = AuthorizeAnswer & {
  readonly reference: string | null;
  readonly keptCard?: { readonly customer: string; readonly card: string | null } | null;
};
export type RenewAnswer = Authorized | Refused | Unknown;
export type CaptureAnswer = Captured | Refused | Unknown;
/** `captured`: there is nothing to release any more. `refused` is the provider's own reason why nothing is held any more. */
export type ReleaseAnswer =
  | { readonly outcome: 'released' }
  | { readonly outcome: 'expired' }
  | Captured
  | Refused
  | Unknown;

/** The state of a payment at the provider. `opened`: known, and nothing is held. */
export type ReadAnswer =
  | { readonly outcome: 'opened' }
  | Challenged
  | Authorized
  | Captured
  | { readonly outcome: 'released' }
  | { readonly outcome: 'expired' }
  | Refused
  | Unknown;

/** The provider has taken the money: all that was held, or a part of it. The rest is held no more. */
export interface Captured {
  readonly outcome: 'captured';
  readonly capturedInCents: number;
}

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

export interface Challenge {
  readonly provider: ProviderName;
  /** Names the challenge to the provider's own part of the page, and to nobody else. */
  readonly secret: string;
}

/**
 * Definite: this request has done nothing and will do nothing. The code says whose fault it is (`faultOf`), and whether a retry
 * with the same card can succeed.
 */
export interface Refused {
  readonly outcome: 'refused';
  readonly code: FailureCode;
}

/** Ambiguous: the request may have been executed, or may still be. Read the payment before the next step. */
export interface Unknown {
  readonly outcome: 'unknown';
  /** The fault that came instead of an answer, for logs. */
  readonly reason: string;
  /** The provider is overloaded (429, 5xx): an immediate read would add to the load. */
  readonly isOverloaded?: true;
}
