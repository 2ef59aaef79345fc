import type { html } from 'hono/html';
import type { Language } from '../core/languages.ts';
import type { Challenge } from './observation.ts';

export type Html = ReturnType<typeof html>;

/**
 * A provider's side of the bidder's page. The page gets these parts from the provider, and contains no provider's
 * name. Its words stand in a catalogue of the provider's own, in every language.
 */
export interface ProviderPage {
  /** The script that the provider's fields and challenges need; `null`: none. */
  readonly script: { readonly name: string; readonly file: URL } | null;
  /** The other origins from which the browser may load, as sources of a Content-Security-Policy. */
  readonly sources: { readonly script: string; readonly frame: string; readonly connect: string } | null;
  /** The test cards that a bidder may type without a real card; `null`: real cards only. */
  testCards(language: Language): TestCards | null;
  /**
   * Makes the card part of the bid form.
   *
   * @param form.keepsCard from `keepsCard`: the provider keeps the card for renewals, and the form says so
   */
  cardForm(form: {
    readonly minimumInCents: number;
    readonly returnUrl: string;
    readonly keepsCard: boolean;
    readonly language: Language;
    /** The seller's account that a capture is paid into; `null`: the operator's own. */
    readonly account: string | null;
  }): CardForm;
  /**
   * Reads the card from a submitted form.
   *
   * @param now decides whether a card has expired
   */
  readCard(form: ReadonlyMap<string, string>, now: Date, language: Language): CheckedCard;
  /**
   * Shows a challenge.
   *
   * @returns `null`: the challenge has been answered, or has ended with its payment
   */
  showChallenge(challenge: Challenge, links: ChallengeLinks): Promise<ChallengeView | null>;
  /**
   * Handles the form of a challenge that the page itself shows.
   *
   * @returns true if it is such a form
   */
  answerChallenge(challenge: Challenge | null, form: ReadonlyMap<string, string>): Promise<boolean>;
  /** The onboarding of sellers that our page plays; `null`: the provider has pages of its own. */
  readonly onboarding: ProviderOnboarding | null;
}

export interface ProviderOnboarding {
  /**
   * Shows the page of a seller's onboarding.
   *
   * @param action the address of its form
   * @returns `null`: the link has expired
   */
  show(account: string, action: string): Promise<Html | null>;
  /**
   * Handles the form of that page.
   *
   * @returns false if it is no such form, or the link has expired
   */
  answer(account: string, form: ReadonlyMap<string, string>): Promise<boolean>;
}

/** The card part of the bid form. */
export interface CardForm {
  readonly hint: Html;
  /** The fields that the page draws like the other fields of the form. */
  readonly fields: readonly CardField[];
  /** The frame that the provider itself draws, in place of `fields`. */
  readonly frame: Html | null;
  /** `data-` attributes of the form, for the provider's script. */
  readonly data: Readonly<Record<string, string>>;
}

export interface CardField {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly inputmode: string;
  readonly maxLength: number;
}

/** `field` is the name of a `CardField`, or `card` for all of it. */
export interface CardFault {
  readonly field: string;
  readonly detail: string;
}

/** `typed`: values by field to show again; never a security code, never a possibly real card number. */
export type CheckedCard =
  | { readonly cardToken: string }
  | { readonly faults: readonly CardFault[]; readonly typed: Readonly<Record<string, string>> };

export interface TestCards {
  readonly hint: string;
  readonly cards: readonly TestCardLine[];
}

export interface TestCardLine {
  readonly number: string;
  readonly does: string;
}

export interface ChallengeLinks {
  /** The value of the bid, as the page shows money. */
  readonly amount: string;
  /** The address of the form with the bidder's answer. */
  readonly answer: string;
  /** The address to which the bidder returns after the bank's challenge. */
  readonly return: string;
  readonly language: Language;
}

export interface ChallengeView {
  /** The title of the page in the browser, before the title of the auction if there is one. */
  readonly title: string;
  readonly main: Html;
  /** True if the page plays the bank: then it does not name the auction. */
  readonly playsBank: boolean;
}
