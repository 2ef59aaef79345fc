import type { AuthorizationState } from '../payments/authorization.ts';

/** The auction and the payment that an operator has acted on, after the action. */
export interface LeverResult {
  readonly auctionId: string;
  /** `null`: the action was about the auction. */
  readonly authorizationId: string | null;
  readonly state: AuthorizationState | null;
}
