import { declineCodes } from '../decline-codes.ts';
import type { FailureCode } from '../failure-code.ts';

/** Stripe's details of a failed payment: the error of an answer, or a PaymentIntent's last error. */
export interface Decline {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
}

/** Maps Stripe's decline to our failure code: the more precise of Stripe's codes decides. An unknown code is final. */
export function codeOfDecline({ code, decline_code: declineCode }: Decline): FailureCode {
  for (const word of [declineCode, code]) {
    if (word !== undefined && Object.hasOwn(declineCodes, word)) {
      return declineCodes[word as keyof typeof declineCodes][1];
    }
  }
  return 'card_declined';
}
