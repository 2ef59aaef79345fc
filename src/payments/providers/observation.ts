import type { ProviderRefusalCode } from './failure-code.ts';
import type { ProviderName } from './provider-name.ts';

/**
 * The state of a payment as a call to its provider has shown it. `none`: the provider knows no such payment. A search may still find it some
 * minutes after its opening. `opened`: nothing is held. `released`: nothing is held any more. `expired`: the provider has ended the hold by itself.
 */
export type Observation =
  | { readonly outcome: 'none' | 'opened' | 'released' | 'expired' }
  | Challenged
  | Authorized
  /** The provider has taken the money: all that was held, or a part of it. The rest is held no more. */
  | { readonly outcome: 'captured'; readonly capturedInCents: number }
  | Refused
  | Unknown;

export type Outcome = Observation['outcome'];

/** The result of a call that opens or searches a payment. */
export type Observed = Observation & {
  /** `null` while the payment is not known; then a refusal is the proof that there is none. */
  readonly reference: string | null;
  readonly keptCard?: KeptCard | null;
};

/** The provider's names for a customer and for the card that it keeps for renewals; `card: null`: it accepted none. */
export interface KeptCard {
  readonly customer: string;
  readonly card: string | null;
}

/** The bank asks the bidder to confirm (3-D Secure); nothing is held yet. */
export interface Challenged {
  readonly outcome: 'challenged';
  readonly challenge: Challenge;
}

export interface Challenge {
  readonly provider: ProviderName;
  /** Names the challenge to the provider's own part of the page, and to nobody else. */
  readonly secret: string;
}

/** The money is held until `captureBefore`. */
export interface Authorized {
  readonly outcome: 'authorized';
  readonly captureBefore: Date;
}

/** Definite: this request has done nothing and will do nothing. */
export interface Refused {
  readonly outcome: 'refused';
  readonly code: ProviderRefusalCode;
}

/** Ambiguous: the request may have been executed, or may still be. */
export interface Unknown {
  readonly outcome: 'unknown';
  /** The fault that came instead of an answer, for logs. */
  readonly reason: string;
  /** The provider is overloaded (429, 5xx): an immediate read would add to the load. */
  readonly isOverloaded?: true;
}

export function refused(code: ProviderRefusalCode): Refused {
  return { outcome: 'refused', code };
}

/** Returns what is known in a word, or the fault that came instead of an answer, for logs and operators. */
export function reasonOf(observation: Observation): string {
  return observation.outcome === 'unknown' ? observation.reason : observation.outcome;
}
