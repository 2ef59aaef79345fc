import { expect, test } from 'vitest';
import { declineCodes, isTransient } from '../../src/payments/decline-codes.ts';
import { en } from '../../src/page/words/en.ts';
import { codeOfDecline } from '../../src/payments/stripe/code-of-decline.ts';

const transient = [
  'approve_with_id',
  'insufficient_funds',
  'issuer_not_available',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
  'withdrawal_count_limit_exceeded',
];

test.each(Object.entries(declineCodes))('%s is %j: tried again exactly if it is transient', (code, [kind, failure]) => {
  expect(kind === 'transient').toBe(transient.includes(code));
  expect(isTransient(failure)).toBe(kind === 'transient');
  expect(codeOfDecline({ code: 'card_declined', decline_code: code })).toBe(failure);
  expect(en.failures[failure]).toMatch(/^[A-Z].*\.$/);
});

test('a code that nobody knows is final', () => {
  expect(isTransient(codeOfDecline({ code: 'card_declined', decline_code: 'of_tomorrow' }))).toBe(false);
});
