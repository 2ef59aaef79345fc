import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locales } from '../../src/pages/auction/locale.ts';
import { parseDollars as parseIn } from '../../src/pages/auction/parse-dollars.ts';

const { dollars: showDollars, typedDollars } = locales.en;
const parseDollars = (text: string) => parseIn(locales.en, text);

test.each([
  ['12', 1_200],
  ['12.5', 1_250],
  ['12.50', 1_250],
  [' 12 ', 1_200],
  ['\u00a012\u00a0', 1_200],
  ['$12.50', 1_250],
  ['$ 12', 1_200],
  ['12,50', 1_250],
  ['12,5', 1_250],
  ['60,50', 6_050],
  ['60.50', 6_050],
  ['1250', 125_000],
  ['1.250,00', 125_000],
  ['US$ 12', 1_200],
  ['USD 12', 1_200],
  ['1 000', 100_000],
  ['60 dollars', 6_000],
  ['60 US-Dollar', 6_000],
  ['60 dólares', 6_000],
  ['٦٠ دولار', 6_000],
  ['1\u202f250,50', 125_050],
  ['1’000.00', 100_000],
  ['1 234 567', 123_456_700],
  ['60.', 6_000],
  ['60,', 6_000],
  ['１２．５０', 1_250],
  ['＄１２', 1_200],
  ['1,234,567', 123_456_700],
  ['1.234.567', 123_456_700],
  ['$1,250.00', 125_000],
  ['1,234,567.89', 123_456_789],
  ['0.01', 1],
  ['007', 700],
  ['0.29', 29],
  ['1.15', 115],
  ['21474836.47', 2_147_483_647],
])('%j is %i cents', (typed, cents) => {
  expect(parseDollars(typed)).toEqual({ cents });
});

test.each([
  ['', 'Enter your bid'],
  ['   ', 'Enter your bid'],
  ['$', 'Enter your bid'],
  ['0', 'more than'],
  ['0.00', 'more than'],
  ['-5', 'more than'],
  ['$-5', 'more than'],
  ['1,000', 'Do you mean 1000 dollars? Then write 1000.'],
  ['1.000', 'Do you mean 1000 dollars? Then write 1000.'],
  ['$12.345', 'two digits of cents, such as 12.34.'],
  ['1234.567', 'at most two digits of cents'],
  ['12,3456', 'at most two digits of cents'],
  ['1,25,000', 'in digits'],
  ['1,250.000', 'in digits'],
  [',250', 'at most two digits of cents'],
  ['.', 'in digits'],
  ['10 00', 'in digits'],
  ['1 000 00', 'in digits'],
  ['.50', 'in digits'],
  ['1e3', 'in digits'],
  ['0x10', 'in digits'],
  ['twelve', 'in digits'],
  ['12 50', 'in digits'],
  ['12€', 'Bids are in US dollars'],
  ['£50', 'Bids are in US dollars'],
  ['50 EUR', 'Bids are in US dollars'],
  ['CHF 50', 'Bids are in US dollars'],
  ['Infinity', 'in digits'],
  ['12.50.00', 'in digits'],
  ['21474836.48', 'too large'],
  ['9'.repeat(400), 'too large'],
])('%j is refused with a reason', (typed, reason) => {
  const parsed = parseDollars(typed);
  expect(parsed).toHaveProperty('fault', expect.stringContaining(reason));
});

test('every amount that can be shown can be typed, and comes out as the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
      expect(parseDollars(showDollars(cents))).toEqual({ cents });
      expect(parseDollars(typedDollars(cents))).toEqual({ cents });
    }),
  );
});

test('nothing that is typed throws, or comes out as anything but whole cents', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[$ ,.\d-]{0,14}$/)), (typed) => {
      const parsed = parseDollars(typed);
      expect('fault' in parsed ? parsed.fault !== '' : Number.isSafeInteger(parsed.cents) && parsed.cents > 0).toBe(
        true,
      );
    }),
  );
});
