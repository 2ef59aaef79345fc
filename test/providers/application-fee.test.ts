import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicationFee } from '../../src/auctions/bids/begin-bid.ts';

test.each([
  [{ basisPoints: 0, fixedInCents: 0 }, 10_000, 0],
  [{ basisPoints: 250, fixedInCents: 0 }, 10_000, 250],
  [{ basisPoints: 250, fixedInCents: 30 }, 10_000, 280],
  // Rounded down, in favour of the seller: 2.5 % of 199 cents are 4.975.
  [{ basisPoints: 250, fixedInCents: 0 }, 199, 4],
  [{ basisPoints: 5_000, fixedInCents: 0 }, 99_999_999, 49_999_999],
  // Never more than the sale.
  [{ basisPoints: 250, fixedInCents: 100 }, 50, 50],
])('%o of %i cents are %i', (rate, value, fee) => {
  expect(applicationFee(rate, value)).toBe(fee);
});

test('a fee is a whole number of cents, from 0 to the sale, and grows with it', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 });
  const rate = fc.record({
    basisPoints: fc.integer({ min: 0, max: 5_000 }),
    fixedInCents: fc.integer({ min: 0, max: 10_000 }),
  });
  fc.assert(
    fc.property(rate, cents, cents, (its, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const fee = applicationFee(its, low);
      expect(Number.isSafeInteger(fee) && fee >= 0 && fee <= low).toBe(true);
      expect(fee).toBeLessThanOrEqual(applicationFee(its, high));
    }),
  );
});
