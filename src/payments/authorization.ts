import type { FailureCode } from './failure-code.ts';
import type { ProviderName } from './gateway.ts';

/**
 * `intended`: in our books, the provider perhaps asked. `challenged`: the bank waits for the bidder. `authorized`: the
 * money is held. `capturing`, `releasing`: asked for, the answer not yet known. The last four are final.
 */
export type AuthorizationState =
  | 'intended'
  | 'challenged'
  | 'authorized'
  | 'capturing'
  | 'captured'
  | 'releasing'
  | 'released'
  | 'expired'
  | 'failed';

/** Money held on a bidder's card, or about to be, as our books have it. */
export interface Authorization {
  readonly authorizationId: string;
  readonly auctionId: string;
  readonly sellerId: string;
  /** `null` until the bid exists, and for a renewal until it has taken over. */
  readonly bidId: string | null;
  readonly bidderId: string;
  readonly email: string;
  readonly valueInCents: number;
  readonly provider: ProviderName;
  /** `null` until the provider was told of the payment: then no card has been touched. */
  readonly providerReference: string | null;
  readonly state: AuthorizationState;
  /** Why it failed, or why it is being released instead of captured. */
  readonly failureCode: FailureCode | null;
  readonly captureBefore: Date | null;
  /** The older authorization of the same bid that this one renews. */
  readonly replacesAuthorizationId: string | null;
  /** Counts who took it up; a write by whoever has an older number has no effect. */
  readonly attempt: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly authorizedAt: Date | null;
  readonly closedAt: Date | null;
}

/** The select list of an `Authorization`. */
export const authorizationColumns = `
  authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId",
  bidder_id as "bidderId", email, value_in_cents as "valueInCents", provider,
  provider_reference as "providerReference", state, failure_code as "failureCode", capture_before as "captureBefore",
  replaces_authorization_id as "replacesAuthorizationId", attempt, next_attempt_at as "nextAttemptAt",
  created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt"`;
