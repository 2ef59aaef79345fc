import { expect, test } from 'vitest';
import { isConfirmed, neededConfirmations, writeConfirmed } from '../../src/pages/auction/check-bid-form.ts';

const at = (leadingValueInCents: number | null, minimumBidValueInCents: number, heldInCents = 0) => ({
  leadingValueInCents,
  minimumBidValueInCents,
  heldInCents,
});

test.each([
  ['the first bid, without a minimum', 1_000_000, at(null, 0), []],
  ['a bid just under ten times the minimum', 9_999, at(null, 1_000), []],
  ['a bid of ten times the minimum', 10_000, at(null, 1_000), ['high']],
  ['a bid of ten times the minimum that is under $100', 9_999, at(null, 999), []],
  ['a bid of $100 that is more than ten times the minimum', 10_000, at(null, 999), ['high']],
  ['a bid of ten times the leading one that is under $100', 5_000, at(500, 100), []],
  ['a bid just under ten times the leading one', 49_999, at(5_000, 1_000), []],
  ['a bid of ten times the leading one', 50_000, at(5_000, 1_000), ['high']],
  ['a leading bid below a minimum that was raised since', 50_000, at(1_000, 6_000), []],
  ['a bid that leads by a cent', 5_001, at(5_000, 1_000), []],
  ['a bid equal to the leading one', 5_000, at(5_000, 1_000), ['backup']],
  ['a raise of the leading bid', 5_001, at(5_000, 1_000, 5_000), ['raise']],
  ['a raise of a bid that was outbid', 4_500, at(5_000, 1_000, 4_000), ['raise', 'backup']],
  ['a bid below the leading one', 4_999, at(5_000, 1_000), ['backup']],
] as const)('%s', (_, value, auction, needed) => {
  expect(neededConfirmations({ valueInCents: value, email: 'ada@example.org', isPurchase: false }, auction)).toEqual(
    needed,
  );
});

test('a confirmation is good for its own amount and its own question alone', () => {
  const confirmed = writeConfirmed(5_000, ['high']);
  expect(isConfirmed(confirmed, 5_000, ['high'])).toBe(true);
  expect(isConfirmed(confirmed, 50_000, ['high'])).toBe(false);
  expect(isConfirmed(confirmed, 5_000, ['backup'])).toBe(false);
  expect(isConfirmed('', 5_000, ['high'])).toBe(false);
  expect(isConfirmed('', 5_000, [])).toBe(true);
});
