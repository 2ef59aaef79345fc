import { declineCodes } from '../decline-codes.ts';
import type { FailureCode } from '../failure-code.ts';

/** Stripe's details of a failed payment: the error of an answer, or a PaymentIntent's last error. */
export interface Decline {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly message?: string | undefined;
}

/** Maps Stripe's decline to our failure code: the more precise of Stripe's codes decides. An unknown code is final. */
export function codeOfDecline(decline: Decline): FailureCode {
  return knownCodeOf(decline) ?? 'card_declined';
}

/**
 * Maps Stripe's codes to our failure code, and without a code its message about an account.
 *
 * @returns `null`: Stripe's codes are not known, and its message is not about an account
 */
export function knownCodeOf({ code = '', decline_code: declineCode = '', message = '' }: Decline): FailureCode | null {
  for (const word of [declineCode, code]) {
    if (Object.hasOwn(declineCodes, word)) return declineCodes[word as keyof typeof declineCodes];
  }
  return declineCode === '' && code === '' && isAboutAccount(message) ? 'seller_cannot_be_paid' : null;
}

/**
 * Recognizes Stripe's messages about an account that may take no money, such as "Your account cannot currently make live charges"
 * and "Your destination account needs to have at least one of the following capabilities enabled": some come without a code.
 */
function isAboutAccount(message: string): boolean {
  return (
    /\b(?:accounts?|on_behalf_of|transfer_data|destination)\b/i.test(message) &&
    /\b(?:cannot|can't|unable|not (?:been )?(?:activated|enabled|allowed|permitted)|restricted|rejected|disabled|closed|deauthorized|capabilit(?:y|ies))\b/i.test(
      message,
    )
  );
}
