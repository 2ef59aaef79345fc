import { z } from 'zod';
import { customIssue, timestampInput } from '../core/check-input.ts';
import {
  maxBiddingPeriodSeconds,
  maxMinimumBidValueInCents,
  maxReferenceLength,
  maxTitleLength,
  minBiddingPeriodSeconds,
  minTitleLength,
  sayDuration,
} from '../core/limits.ts';
import { pageInput } from '../core/page-input.ts';
import type { FaultCode } from '../core/refusal.ts';
import { visibleText } from '../core/text-input.ts';
import { rulesInput } from './rules.ts';

// The one schema of the fields that a caller may set on an auction, for REST and GraphQL. The fault codes are
// documented with the errors. zod cannot derive JSON Schema from a check, so `meta` repeats it for the OpenAPI
// document.

const title = visibleText(minTitleLength, maxTitleLength);

const reference = visibleText(1, maxReferenceLength).nullish();

// The clock refuses a start in the past, so that no timestamp below 0 is ever accepted.
const biddingPeriod = z
  .strictObject({ startTimestamp: timestampInput, endTimestamp: timestampInput })
  .check(({ value, issues }) => {
    const seconds = value.endTimestamp - value.startTimestamp;
    const refuse = (code: FaultCode, detail: string) =>
      issues.push(customIssue(value.endTimestamp, code, detail, ['endTimestamp']));
    if (seconds <= 0) refuse('end_not_after_start', 'Must be after startTimestamp.');
    else if (seconds < minBiddingPeriodSeconds)
      refuse('duration_too_short', `Must be at least ${sayDuration(minBiddingPeriodSeconds)} after startTimestamp.`);
    else if (seconds > maxBiddingPeriodSeconds)
      refuse('duration_too_long', `Must be at most ${sayDuration(maxBiddingPeriodSeconds)} after startTimestamp.`);
  });

const minimumBidValueInCents = z.int().min(0).max(maxMinimumBidValueInCents);

const type = z
  .enum(['asynchronous', 'repeated'])
  .check(({ value, issues }) => {
    if (value === 'repeated') {
      issues.push(
        customIssue(
          value,
          'unsupported_type',
          'Only "asynchronous" is supported; "repeated" is reserved for the future.',
        ),
      );
    }
  })
  .meta({ enum: ['asynchronous'] });

/** Unix timestamps in whole seconds. */
export type BiddingPeriod = z.output<typeof biddingPeriod>;

/** The body of a creation by `/v1`. */
export const createAuctionBody = z.strictObject({
  biddingPeriod,
  title,
  minimumBidValueInCents: minimumBidValueInCents.default(0),
  type: type.default('asynchronous'),
});

/** The body of a change by `/v1`. */
export const updateAuctionBody = z.strictObject({
  title: title.optional(),
  minimumBidValueInCents: minimumBidValueInCents.optional(),
  biddingPeriod: biddingPeriod.optional(),
  type: type.optional(),
});

/** GraphQL takes the seller's own text as well; `null` is no text. */
const withReference = { reference, isReferenceUnique: z.boolean().optional() };

type WithReference = z.core.CheckFn<{ reference?: string | null | undefined; isReferenceUnique?: boolean | undefined }>;

const needsReference: WithReference = ({ value, issues }) => {
  if (value.isReferenceUnique !== true || value.reference != null) return;
  issues.push(customIssue(value, 'required', 'Is required with isReferenceUnique.', ['reference']));
};

export const createAuctionInput = createAuctionBody
  .extend({ ...withReference, rules: rulesInput.nullish() })
  .check(needsReference);

export const updateAuctionInput = updateAuctionBody.extend(withReference).check(needsReference);

export type CreateAuctionInput = z.output<typeof createAuctionInput>;

export type UpdateAuctionInput = z.output<typeof updateAuctionInput>;

export const findAuctionsInput = pageInput.extend({
  status: z.enum(['upcoming', 'ongoing', 'completed']).optional(),
});
