import type { Outcome, Unknown } from './observation.ts';

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

export type ListAnswer =
  | {
      readonly outcome: 'listed';
      readonly payments: readonly ListedPayment[];
      /** Where the next page begins; `null`: this is the last one. */
      readonly next: string | null;
    }
  | Unknown;
