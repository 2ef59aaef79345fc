import type { html } from 'hono/html';
import type { Language } from '../../core/languages.ts';
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
  cardForm(form: {
    readonly minimumInCents: number;
    readonly returnUrl: string;
    /** From `keepsCard`: the provider keeps the card for renewals, and the form says so. */
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
  /** @returns `null`: the challenge has been answered, or has ended with its payment */
  showChallenge(
    challenge: Challenge,
    links: {
      /** The value of the bid, as the page shows money. */
      readonly amount: string;
      /** The address of the form with the bidder's answer. */
      readonly answer: string;
      /** The address to which the bidder returns after the bank's challenge. */
      readonly return: string;
      readonly language: Language;
    },
  ): Promise<{
    /** The title of the page in the browser, before the title of the auction if there is one. */
    readonly title: string;
    readonly main: Html;
    /** True if the page plays the bank: then it does not name the auction. */
    readonly playsBank: boolean;
  } | null>;
  /**
   * Handles the form of a challenge that the page itself shows.
   *
   * @returns true if it is such a form
   */
  answerChallenge(challenge: Challenge | null, form: ReadonlyMap<string, string>): Promise<boolean>;
}

/** The card part of the bid form. */
export interface CardForm {
  readonly hint: Html;
  /** The fields that the page draws like the other fields of the form. */
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly autocomplete: string;
    readonly inputmode: string;
    readonly maxLength: number;
  }[];
  /** The frame that the provider itself draws, in place of `fields`. */
  readonly frame: Html | null;
  /** `data-` attributes of the form, for the provider's script. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * `field`: the name of one of the form's `fields`, or `card` for all of it. `typed`: values by field to show again; never a security
 * code, never a possibly real card number.
 */
export type CheckedCard =
  | { readonly cardToken: string }
  | {
      readonly faults: readonly { readonly field: string; readonly detail: string }[];
      readonly typed: Readonly<Record<string, string>>;
    };

export interface TestCards {
  readonly hint: string;
  readonly cards: readonly { readonly number: string; readonly does: string }[];
}
