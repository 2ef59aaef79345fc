import { z } from 'zod';
import { customIssue } from '../../core/check-input.ts';
import { reasonInput as reason } from '../../core/text-input.ts';
import type { AuthorizationState } from '../../payments/holds/authorization.ts';

/** The operator says that the action is meant: what it lets happen cannot be undone. */
export const confirm = z.boolean().check(({ value, issues }) => {
  if (!value) issues.push(customIssue(value, 'invalid_value', 'Must be true: this action cannot be undone.'));
});

export const auctionLeverInput = z.strictObject({ auctionId: z.string(), reason, confirm });

export const bidLeverInput = z.strictObject({ bidId: z.string(), reason, confirm });

export const paymentLeverInput = z.strictObject({ authorizationId: z.string(), reason, confirm });

/** The auction and the payment that an operator has acted on, after the action. */
export interface LeverResult {
  readonly auctionId: string;
  /** `null`: the action was about the auction. */
  readonly authorizationId: string | null;
  /** `null`: the action was about the auction, or no bid was placed with the payment. */
  readonly bidId: string | null;
  readonly state: AuthorizationState | null;
}
