import type { SellerMode } from '../../core/viewer.ts';
import type { ReversalKind, ReversalState } from '../../platform/db/generated/client.ts';
import type { KeptCard, Observation, Observed, Outcome, Unknown } from './observation.ts';
import type { ProviderAccounts } from './provider-accounts.ts';
import type { ProviderName } from './provider-name.ts';
import type { RefundAnswer, RefundRequest } from './refund-answer.ts';
import type { CallPriority } from './work-kinds.ts';

/** The shortest time that a card network holds money for is 5 days, less what providers keep for their own work. */
export const minHoldSeconds = 4 * 24 * 3600;

/**
 * The operations that the service needs from a payment provider. All amounts are whole US cents.
 *
 * One call opens a payment and holds its amount, as each call costs a part of the provider's rate. Its answer names the payment.
 * If the answer is lost, the same request is repeated, and `find` searches the payment by our id.
 *
 * A call about a payment returns what is known of the payment after the call, whatever was asked for. No method throws for a fault of
 * the provider or the network: a definite no is `refused`, and an uncertain outcome is `unknown`, to be resolved by `read`. Only a bug
 * of ours or an outage of our own database throws.
 * Every call ends within the provider's timeout. Callers hold no lock and no transaction meanwhile.
 *
 * A call repeated with its idempotency key has one effect and the same answer; a key with other parameters throws. The payment's own state prevents a
 * second capture or release. A provider may store even an error under its key, so their retries after `unknown` put the attempt number into it.
 */
export interface Gateway {
  readonly name: ProviderName;
  /** The mode of the sellers whose money it holds. */
  readonly mode: SellerMode;
  readonly minimumInCents: number;
  readonly maximumInCents: number;
  readonly accounts: ProviderAccounts;
  /** Makes the payment known to the provider; holds nothing. A release so makes sure that no request under way can hold money. */
  open(request: OpenRequest): Promise<Observed>;
  /**
   * Opens the payment and holds the amount, under the key of `open`. After a lost answer the same request may be repeated;
   * after `open` has used its key, the request can hold nothing any more and answers `released`.
   */
  hold(request: HoldRequest): Promise<Observed>;
  /** The same on a kept card, without the bidder, who answers no challenge. */
  holdAgain(request: HoldAgainRequest): Promise<Observed>;
  /** Deletes a kept card for good. A card that is deleted already, or was never kept, answers `deleted`. */
  deleteCard(request: DeleteCardRequest): Promise<{ readonly outcome: 'deleted' } | Unknown>;
  /** Searches the payment that was opened for an authorization, by our id. `none` may change for some minutes after it. */
  find(request: { readonly authorizationId: string }): Promise<Observed>;
  /** Reads what a payment was opened for: an event may name any payment. */
  identify(payment: { readonly reference: string }): Promise<Identified>;
  /** Takes the whole amount. A payment that is captured already answers `captured`. */
  capture(request: PaymentRequest): Promise<Observation>;
  /** Frees the money for good: nothing still under way can hold or capture it later. Released already: `released`. */
  release(request: PaymentRequest): Promise<Observation>;
  /** @param payment.priority the kind of work that the state is read for; without it `bid` */
  read(payment: { readonly reference: string; readonly priority?: CallPriority }): Promise<Observation>;
  /** Reads what became of a captured payment: every refund, dispute and warning of fraud, in its present state. */
  findReversals(payment: { readonly reference: string }): Promise<ReversalsAnswer>;
  /**
   * Gives captured money back. A payment's state does not prevent a second refund of a part, so a refund has one key for good: the caller
   * looks for the refund with `findReversals` before it asks again.
   */
  refund(request: RefundRequest): Promise<RefundAnswer>;
  /** Returns the address of the provider's own page of a payment; `null` if the provider has no such page. */
  dashboardUrl(payment: { readonly reference: string; readonly account: string | null }): string | null;
  /** Lists payments of ours that were opened since an instant, the newest first, in pages of at most 1,000. */
  list(request: ListRequest): Promise<ListAnswer>;
  /**
   * Replaces the payer's e-mail address in the provider's books, where these books are part of the service. Absent where the
   * provider is a company of its own, which keeps what its law asks.
   */
  readonly erasePayer?: (request: {
    readonly authorizationIds: readonly string[];
    readonly pseudonym: string;
  }) => Promise<void>;
}

export interface PaymentRequest {
  /** The provider's own name for the payment. */
  readonly reference: string;
  readonly idempotencyKey: string;
  /** The kind of work that it is asked for; without it that of the request. */
  readonly priority?: CallPriority;
}

export interface OpenRequest {
  readonly authorizationId: string;
  readonly auctionId: string;
  readonly sellerId: string;
  readonly amountInCents: number;
  /** The address that the provider sends the receipt to, once the money is captured. */
  readonly email: string;
  /** The reference of the payment whose card a renewal uses; `null` when a bidder brings a card. */
  readonly renews: string | null;
  /** The hold may have to be renewed later, without the bidder. */
  readonly keepsCard: boolean;
  /** Absent where a capture is paid into the operator's own account. */
  readonly payee?: Payee;
  readonly idempotencyKey: string;
}

/** The seller's account that a capture is paid into. */
export interface Payee {
  readonly account: string;
  /** The operator's fee of the whole amount. The service captures payments in full, so the fee is set as the payment is opened. */
  readonly feeInCents: number;
}

export interface HoldRequest extends OpenRequest, PresentedCard {}

export interface HoldAgainRequest extends OpenRequest {
  /** `null`: our books do not know the card, and the provider reads it from the payment that this one `renews`. */
  readonly keptCard: (KeptCard & { readonly card: string }) | null;
}

export interface DeleteCardRequest {
  /** `null`: our books do not know it, and the provider looks for the customer of this e-mail address and authorization. */
  readonly customer: string | null;
  /** `null`: our books have lost it. A customer that has no name either cannot be found then. */
  readonly email: string | null;
  readonly authorizationId: string;
}

export interface PresentedCard {
  /** Stands for the card: a Stripe ConfirmationToken, or what `tokenizeCard` made. Never a card number. */
  readonly cardToken: string;
  /** The address that a bank's own challenge page sends the bidder back to. */
  readonly returnUrl: string;
}

export interface ListRequest {
  readonly since: Date;
  /** `next` of the page before; `null`: the first page. */
  readonly after: string | null;
  readonly priority: CallPriority;
}

/** A payment in the provider's own list, with what its metadata say of it. */
export interface ListedPayment {
  readonly reference: string;
  /** `null`: the metadata do not name one. */
  readonly authorizationId: string | null;
  readonly auctionId: string | null;
  readonly sellerId: string | null;
  /** The payment that this one renews; `null`: none. */
  readonly renews: string | null;
  readonly amountInCents: number;
  /** The captured amount. It is below `amountInCents` after a partial capture. */
  readonly capturedInCents: number;
  readonly state: Outcome;
  /** Captured money was refunded or disputed. Warnings of fraud are not listed. */
  readonly isReversed: boolean;
}

/** The authorization that a payment was opened for, as its metadata name it. */
export type Identified =
  | {
      readonly outcome: 'found';
      /** `null`: its metadata do not name one. */
      readonly authorizationId: string | null;
      readonly amountInCents: number;
      /** The account that a capture is paid into; `null`: the operator's own. */
      readonly account: string | null;
    }
  | { readonly outcome: 'none' }
  | Unknown;

export type ListAnswer =
  | {
      readonly outcome: 'listed';
      readonly payments: readonly ListedPayment[];
      /** The start of the next page; `null`: this is the last one. */
      readonly next: string | null;
    }
  | Unknown;

export interface Reversal {
  readonly reference: string;
  readonly kind: ReversalKind;
  readonly state: ReversalState;
  readonly amountInCents: number;
  readonly madeAt: Date;
  /** Our id of the refund; absent or `null`: it was made at the provider's dashboard, or is no refund. */
  readonly refundId?: string | null;
}

export type ReversalsAnswer = { readonly outcome: 'found'; readonly reversals: readonly Reversal[] } | Unknown;
