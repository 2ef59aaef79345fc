import { expect, test } from 'vitest';
import { codeOfDecline, declineCodes } from '../../src/payments/providers/stripe/code-of-decline.ts';
import { faultOf, isAboutAccount, isTransient } from '../../src/payments/providers/failure-code.ts';
import { bidsWords } from '../../src/auctions/bids/bid-words.ts';

const transient = [
  'approve_with_id',
  'insufficient_funds',
  'issuer_not_available',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
  'withdrawal_count_limit_exceeded',
];

const ofAccounts = [
  'account_closed',
  'account_invalid',
  'application_fees_not_allowed',
  'insufficient_capabilities_for_transfer',
  'payouts_not_allowed',
  'transfers_not_allowed',
];
const ofOperators = [
  'api_key_expired',
  'charge_not_allowed',
  'livemode_mismatch',
  'platform_account_required',
  'platform_api_key_expired',
  'secret_key_required',
  'testmode_charges_only',
];

test.each(Object.entries(declineCodes))('%s is %s: tried again exactly if it may pass', (code, failure) => {
  expect(isTransient(failure)).toBe(transient.includes(code));
  expect(faultOf(failure) === 'seller').toBe(ofAccounts.includes(code));
  expect(faultOf(failure) === 'operator').toBe(ofOperators.includes(code));
  expect(isAboutAccount(failure)).toBe(ofAccounts.includes(code) || ofOperators.includes(code));
  expect(codeOfDecline({ code: 'card_declined', decline_code: code })).toBe(failure);
  expect(bidsWords.en.failures[failure]).toMatch(/^[A-Z].*\.$/);
});

test('a code that nobody knows is final', () => {
  expect(isTransient(codeOfDecline({ code: 'card_declined', decline_code: 'of_tomorrow' }))).toBe(false);
});
