import type { CheckedCard } from '../provider-page.ts';
import type { SimulatedWords } from '../../../../locales/words.ts';
import { brandOf, type TestCard, testCardNamed, testCards } from './test-cards.ts';

/** The fields of the card form, in order. The expiry: `MM/YY`, `MMYY`, or either with four digits of the year. */
export const cardFields = [
  { name: 'cardNumber', autocomplete: 'cc-number', inputmode: 'numeric', maxLength: 23 },
  { name: 'cardExpiry', autocomplete: 'cc-exp', inputmode: 'numeric', maxLength: 9 },
  { name: 'cardCvc', autocomplete: 'cc-csc', inputmode: 'numeric', maxLength: 4 },
] as const;

const tokenPrefix = 'simulated_card_';

/**
 * Replaces the typed card by a token, so that neither its number nor its security code is stored or logged. Only test
 * cards are accepted: a real card number typed by mistake goes no further than this function.
 *
 * @param now decides whether the card has expired; a card is valid to the end of its month
 * @returns the token for `hold`, or every fault with its field
 */
export function tokenizeCard(
  form: ReadonlyMap<string, string>,
  now: Date,
  words: SimulatedWords['faults'],
): CheckedCard {
  const [cardNumber = '', cardExpiry = '', cardCvc = ''] = cardFields.map(({ name }) => form.get(name));
  const digits = cardNumber.replaceAll(/[\s-]/g, '');
  const card = testCards.find(({ number }) => number === digits);
  const faults: { field: string; detail: string }[] = [];
  if (card === undefined) faults.push({ field: 'cardNumber', detail: faultInNumber(words, digits) });
  const expiryFault = faultInExpiry(words, cardExpiry, now);
  if (expiryFault !== null) faults.push({ field: 'cardExpiry', detail: expiryFault });
  const cvcLength = card !== undefined && brandOf(card) === 'amex' ? 4 : 3;
  if (!new RegExp(`^\\d{${cvcLength}}$`).test(cardCvc.trim())) {
    faults.push({ field: 'cardCvc', detail: words.cvc({ digits: cvcLength }) });
  }
  if (card !== undefined && faults.length === 0) return { cardToken: tokenPrefix + card.name };
  // A number that may be a real card's is not shown again.
  const mayBeReal = card === undefined && passesLuhn(digits);
  return { faults, typed: { cardExpiry, ...(mayBeReal ? {} : { cardNumber }) } };
}

export function cardOfToken(cardToken: string): TestCard | undefined {
  return cardToken.startsWith(tokenPrefix) ? testCardNamed(cardToken.slice(tokenPrefix.length)) : undefined;
}

function faultInNumber(words: SimulatedWords['faults'], digits: string): string {
  if (digits === '') return words.noNumber;
  if (!/^\d{12,19}$/.test(digits)) return words.numberLength;
  if (!passesLuhn(digits)) return words.wrongDigit;
  return words.testCardsOnly;
}

function faultInExpiry(words: SimulatedWords['faults'], text: string, now: Date): string | null {
  // A phone's keypad has no slash.
  const match = /^\s*(?:(\d{1,2})\s*[/.\- ]\s*|(\d{2}))(\d{2}|\d{4})\s*$/.exec(text);
  const month = Number(match?.[1] ?? match?.[2]);
  if (match === null || month < 1 || month > 12) return words.expiryForm;
  const year = match[3]!.length === 2 ? 2000 + Number(match[3]) : Number(match[3]);
  // Month 12 of Date.UTC is the next January: the first instant after the card's last month.
  return Date.UTC(year, month) > now.getTime() ? null : words.expired;
}

/**
 * Checks the check digit (ISO/IEC 7812-1): from the right, every second digit is doubled, and the sum of all digits
 * is a multiple of ten.
 */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
