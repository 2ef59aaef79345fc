import type { FailureCode } from '../providers/failure-code.ts';
import type { ProviderName } from '../providers/provider-name.ts';

/**
 * `intended`: recorded, and perhaps sent to the provider. `challenged`: the bank waits for the bidder. `authorized`: the
 * money is held. `capturing`, `releasing`: requested, the answer not yet known. `captured_outside`: the provider has captured
 * the money without a request of settlement; closed once nothing of it is left, or by an operator. The last four are final.
 */
export type AuthorizationState =
  | 'intended'
  | 'challenged'
  | 'authorized'
  | 'capturing'
  | 'releasing'
  | 'captured_outside'
  | 'captured'
  | 'released'
  | 'expired'
  | 'failed';

/** Money that is held on a bidder's card, or is about to be, as our books record it. */
export interface Authorization {
  readonly authorizationId: string;
  readonly auctionId: string;
  readonly sellerId: string;
  /** `null` until the bid exists, and for a renewal until it has replaced the older hold. */
  readonly bidId: string | null;
  readonly bidderId: string;
  readonly email: string;
  readonly valueInCents: number;
  /** The captured amount: the whole value, or less. `null` before a capture is known, and of captures in full of earlier versions. */
  readonly capturedInCents: number | null;
  readonly provider: ProviderName;
  /** `null` until the payment is opened at the provider: while it is, no card has been charged or held. */
  readonly providerReference: string | null;
  readonly state: AuthorizationState;
  /** Why it failed, or why it is being released instead of captured. */
  readonly failureCode: FailureCode | null;
  readonly captureBefore: Date | null;
  /** The older authorization of the same bid that this one renews. */
  readonly replacesAuthorizationId: string | null;
  /** Counts the claims; a write with an older number has no effect. */
  readonly attempt: number;
  readonly createdAt: Date;
  readonly authorizedAt: Date | null;
  readonly closedAt: Date | null;
  /** The seller's account at the provider that a capture is paid into; `null`: the operator's own. */
  readonly paymentAccount: string | null;
  /** What the operator keeps of a capture; `null` where it is paid into the operator's own account. */
  readonly applicationFeeInCents: number | null;
}

/** What opens a payment. */
export type Intent = Pick<
  Authorization,
  | 'authorizationId'
  | 'auctionId'
  | 'sellerId'
  | 'email'
  | 'valueInCents'
  | 'provider'
  | 'replacesAuthorizationId'
  | 'paymentAccount'
  | 'applicationFeeInCents'
>;

/** The select list of an `Authorization`. */
export const authorizationColumns = `
  authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId",
  bidder_id as "bidderId", email, value_in_cents as "valueInCents",
  captured_in_cents as "capturedInCents", provider, provider_reference as "providerReference", state, failure_code as "failureCode", capture_before as "captureBefore",
  replaces_authorization_id as "replacesAuthorizationId", attempt,
  created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt",
  payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents"`;
