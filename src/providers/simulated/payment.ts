import type { RefusalCode } from '../failure-code.ts';
import { type Observation, refused } from '../observation.ts';
import type { ProviderEvent } from '../provider-event.ts';

/** A payment in the simulated provider's books. */
export interface Payment {
  readonly reference: string;
  readonly account: string;
  readonly amountInCents: number;
  readonly email: string;
  readonly renews: string | null;
  readonly status: 'opened' | 'challenged' | 'authorized' | 'captured' | 'released' | 'expired' | 'failed';
  /** The name of a test card; `null` before a card is used. */
  readonly card: string | null;
  readonly challengeId: string | null;
  readonly failureCode: RefusalCode | null;
  readonly captureBefore: Date | null;
  /** `null` unless it is captured; less than the amount after a capture in part. */
  readonly capturedInCents: number | null;
  readonly stumbles: number;
  /** The account that a capture is paid into takes no money at present. */
  readonly isPayeeRestricted: boolean;
}

/** A movement of money. Of a payment that is captured in part, the rest is `released`. */
export type Effect = 'held' | 'captured' | 'released' | 'lapsed';

/** The changes that a person can make to a hold at the provider's dashboard, and the lapse of a hold before its time. */
export const holdChanges = {
  capture: 'captured',
  cancel: 'released',
  lapse: 'lapsed',
} as const satisfies Record<string, Effect & ProviderEvent['kind']>;

export type HoldChange = keyof typeof holdChanges;

/** Returns the state of the payment as the provider reports it. */
export function answerOfPayment(payment: Payment): Observation {
  switch (payment.status) {
    case 'captured':
      return { outcome: 'captured', capturedInCents: payment.capturedInCents ?? payment.amountInCents };
    case 'opened':
    case 'released':
    case 'expired':
      return { outcome: payment.status };
    case 'challenged':
      if (payment.challengeId === null)
        throw new Error(`Payment ${payment.reference} is challenged without a challenge.`);
      return { outcome: 'challenged', challenge: { provider: 'simulated', secret: payment.challengeId } };
    case 'authorized':
      if (payment.captureBefore === null) throw new Error(`Payment ${payment.reference} is held without an end.`);
      return { outcome: 'authorized', captureBefore: payment.captureBefore };
    case 'failed':
      return refused(payment.failureCode ?? 'card_declined');
  }
}
