import { z } from 'zod';
import { customIssue, noControlCharacters } from '../core/check-input.ts';

export const reason = z
  .string()
  .min(3)
  .max(500)
  .regex(new RegExp(noControlCharacters), { abort: true })
  .check(({ value, issues }) => {
    if (value.trim() === '') issues.push(customIssue(value, 'blank', 'Must not be blank.'));
  });

/** The operator says that the action is meant: what it lets happen cannot be undone. */
export const confirm = z.boolean().check(({ value, issues }) => {
  if (!value) issues.push(customIssue(value, 'invalid_value', 'Must be true: this action cannot be undone.'));
});

export const auctionLeverInput = z.strictObject({ auctionId: z.string(), reason, confirm });

export const bidLeverInput = z.strictObject({ bidId: z.string(), reason, confirm });

export const paymentLeverInput = z.strictObject({ authorizationId: z.string(), reason, confirm });

export const holdLeverInput = z.strictObject({ holdId: z.string(), reason, confirm });
