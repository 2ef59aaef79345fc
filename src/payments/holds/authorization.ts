import type { Authorization as Row } from '../../platform/db/generated/client.ts';
import { selectList } from '../../platform/db/select-list.ts';
import type { FailureCode } from '../providers/failure-code.ts';

export type { AuthorizationState } from '../../platform/db/generated/client.ts';

/** The column of each property of an `Authorization`; prisma/schema.prisma explains them. */
export const authorizationProperties = {
  authorizationId: 'authorization_id',
  auctionId: 'auction_id',
  sellerId: 'seller_id',
  bidId: 'bid_id',
  bidderId: 'bidder_id',
  email: 'email',
  valueInCents: 'value_in_cents',
  capturedInCents: 'captured_in_cents',
  provider: 'provider',
  providerReference: 'provider_reference',
  state: 'state',
  failureCode: 'failure_code',
  captureBefore: 'capture_before',
  replacesAuthorizationId: 'replaces_authorization_id',
  attempt: 'attempt',
  createdAt: 'created_at',
  authorizedAt: 'authorized_at',
  closedAt: 'closed_at',
  reversalsDueAt: 'reversals_due_at',
  paymentAccount: 'payment_account',
  applicationFeeInCents: 'application_fee_in_cents',
} as const satisfies Partial<Record<keyof Row, string>>;

/** Money that is held on a bidder's card, or is about to be, as our books record it. */
export type Authorization = Readonly<Pick<Row, Exclude<keyof typeof authorizationProperties, 'failureCode'>>> & {
  readonly failureCode: FailureCode | null;
};

/** The part of an authorization that is known before its payment is opened. */
export type Intent = Pick<
  Authorization,
  | 'authorizationId'
  | 'auctionId'
  | 'sellerId'
  | 'bidderId'
  | 'email'
  | 'valueInCents'
  | 'provider'
  | 'replacesAuthorizationId'
  | 'paymentAccount'
  | 'applicationFeeInCents'
> & {
  /** False: no rule of the auction decides about its bids. Absent: that was not read. */
  readonly isRuled?: boolean;
};

/** The select list of an `Authorization`. */
export const authorizationColumns = selectList(authorizationProperties);
