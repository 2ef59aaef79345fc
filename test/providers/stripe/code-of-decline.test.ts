import { expect, test } from 'vitest';
import { codeOfDecline } from '../../../src/payments/providers/stripe/code-of-decline.ts';

test.each([
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'card_declined'],
  [{ code: 'card_declined', decline_code: 'stolen_card' }, 'card_declined'],
  [{ code: 'expired_card', decline_code: 'expired_card' }, 'card_expired'],
  [{ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, 'incorrect_cvc'],
  [{ code: 'authentication_required', decline_code: 'authentication_required' }, 'needs_bidder'],
  [{ code: 'payment_intent_authentication_failure' }, 'authentication_failed'],
  [{ code: 'processing_error' }, 'temporarily_declined'],
  [{ code: 'card_declined', decline_code: 'try_again_later' }, 'temporarily_declined'],
  [{ code: 'toString' }, 'card_declined'],
  [{}, 'card_declined'],
])('%j is %s', (decline, code) => {
  expect(codeOfDecline(decline)).toBe(code);
});
