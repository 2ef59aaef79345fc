import type { RefundReason } from '../../platform/db/generated/client.ts';
import type { Unknown } from './observation.ts';

/** The reasons for which a provider definitely makes no refund. */
export const refundRefusals = [
  /** Less is left of the payment than was asked for, or nothing. */
  'nothing_left',
  /** The cardholder disputes the payment: the bank decides. */
  'payment_disputed',
  /** The account at the provider has too little money. */
  'balance_too_low',
  /** The account or the key may not refund. */
  'not_permitted',
  /** The provider does not refund this payment. */
  'not_refundable',
] as const;

export type RefundRefusal = (typeof refundRefusals)[number];

export interface RefundRequest {
  /** The provider's own name for the payment. */
  readonly reference: string;
  /** Our id of the refund. `findReversals` shows it with the refund, whatever became of the answer to this request. */
  readonly refundId: string;
  readonly amountInCents: number;
  readonly reason: RefundReason;
  /** The seller's account that the payment was paid into, and which pays the refund; `null`: the operator's own. */
  readonly account: string | null;
  readonly idempotencyKey: string;
}

/** `made`: the refund is listed from now on. `refused`: this request has made no refund and will make none. */
export type RefundAnswer =
  | { readonly outcome: 'made' }
  | { readonly outcome: 'refused'; readonly code: RefundRefusal }
  | Unknown;
