import { expect, test } from 'vitest';
import { cardOfToken, tokenizeCard as tokenize } from '../../../src/payments/providers/simulated/card-token.ts';
import { pageWords } from '../../../src/payments/providers/simulated/make-simulated-page.ts';
import { brandOf, testCards } from '../../../src/payments/providers/simulated/test-cards.ts';

const tokenizeCard = (form: Record<string, string>, at: Date) =>
  tokenize(new Map(Object.entries(form)), at, pageWords.en.faults);
const now = new Date('2026-11-21T12:00:00Z');
const good = { cardNumber: '4242424242424242', cardExpiry: '12/29', cardCvc: '123' };

test.each(testCards)('$name can be brought by its number', (card) => {
  const { name, number } = card;
  const token = tokenizeCard({ ...good, cardNumber: number, cardCvc: brandOf(card) === 'amex' ? '1234' : '123' }, now);
  expect(token).toEqual({ cardToken: `simulated_card_${name}` });
  expect(cardOfToken(`simulated_card_${name}`)?.number).toBe(number);
});

test('no two test cards share a name or a number', () => {
  expect(new Set(testCards.map(({ name }) => name)).size).toBe(testCards.length);
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
});

test('the token has no digit of the number', () => {
  expect(JSON.stringify(tokenizeCard(good, now))).not.toMatch(/\d{4}/);
});

test.each(['4242 4242 4242 4242', '4242-4242-4242-4242', ' 4242424242424242 '])(
  'a number may be written as "%s"',
  (cardNumber) => {
    expect(tokenizeCard({ ...good, cardNumber }, now)).toHaveProperty('cardToken');
  },
);

test.each([
  ['', 'Enter a card number.'],
  ['42424242424', 'A card number has 12 to 19 digits.'],
  ['42424242424242424242', 'A card number has 12 to 19 digits.'],
  ['4242x24242424242', 'A card number has 12 to 19 digits.'],
  ['4242424242424241', 'This is not a card number: a digit is wrong.'],
  ['4111111111111111', 'This auction takes test cards only. Use one of the numbers listed here, never a real card.'],
])('the number "%s" is refused', (cardNumber, detail) => {
  expect(tokenizeCard({ ...good, cardNumber }, now)).toMatchObject({ faults: [{ field: 'cardNumber', detail }] });
});

test.each(['11/26', '11/2026', '1/27', ' 12 / 26 ', '1226', '122026', '12-26', '12 26', '01/99'])(
  'the expiry "%s" is accepted',
  (cardExpiry) => {
    expect(tokenizeCard({ ...good, cardExpiry }, now)).toHaveProperty('cardToken');
  },
);

test.each([
  ['10/26', 'The card has expired.'],
  ['12/25', 'The card has expired.'],
  ['', 'Enter the expiry as MM/YY.'],
  ['13/29', 'Enter the expiry as MM/YY.'],
  ['00/29', 'Enter the expiry as MM/YY.'],
  ['129', 'Enter the expiry as MM/YY.'],
  ['12/029', 'Enter the expiry as MM/YY.'],
])('the expiry "%s" is refused', (cardExpiry, detail) => {
  expect(tokenizeCard({ ...good, cardExpiry }, now)).toMatchObject({ faults: [{ field: 'cardExpiry', detail }] });
});

test('a card is good to the last instant of its month, and no longer', () => {
  const form = { ...good, cardExpiry: '11/26' };
  expect(tokenizeCard(form, new Date('2026-11-30T23:59:59.999Z'))).toHaveProperty('cardToken');
  expect(tokenizeCard(form, new Date('2026-12-01T00:00:00.000Z'))).toHaveProperty('faults');
});

test.each(['', '12', '1234', '12a'])('the security code "%s" is refused', (cardCvc) => {
  expect(tokenizeCard({ ...good, cardCvc }, now)).toMatchObject({
    faults: [{ field: 'cardCvc', detail: 'The security code of this card has 3 digits.' }],
  });
});

test('an American Express card has a security code of four digits', () => {
  const amex = { ...good, cardNumber: '378282246310005' };
  expect(tokenizeCard({ ...amex, cardCvc: '1234' }, now)).toHaveProperty('cardToken');
  expect(tokenizeCard({ ...amex, cardCvc: '123' }, now)).toHaveProperty('faults');
});

test('every fault of the form is told at once', () => {
  const answer = tokenizeCard({ cardNumber: '', cardExpiry: '', cardCvc: '' }, now);
  expect('faults' in answer && answer.faults.map(({ field }) => field)).toEqual([
    'cardNumber',
    'cardExpiry',
    'cardCvc',
  ]);
});
