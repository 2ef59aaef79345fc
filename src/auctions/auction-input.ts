import { z } from 'zod';
import { customIssue, noControlCharacters } from '../core/check-input.ts';
import { instantOfTimestamp } from '../core/instants.ts';
import type { Fault } from '../core/refusal.ts';
import { pageInput } from '../core/page-input.ts';

// The one description of what a caller may say about an auction, for REST and GraphQL alike.
// Limits: interface document, "Limits". The fault codes are documented with the errors. What zod cannot read off a check,
// `meta` repeats in the words of JSON Schema, for the OpenAPI document.

export const minimumBidValueLimitInCents = 49_999_999;
const titleLengths = { least: 3, most: 150 };
const biddingPeriodSeconds = { least: 3_600, most: 7 * 86_400 };
const noticeBeforeStartMs = 60_000;

/** Above this, a timestamp in seconds lies beyond the year 5138: it is a timestamp in milliseconds. */
const timestampLimit = 1e11;

const title = z
  .string()
  .check(({ value, issues }) => {
    // "Characters" are Unicode code points, as in JSON Schema and in PostgreSQL's char_length.
    const length = [...value].length;
    if (length < titleLengths.least) {
      issues.push(customIssue(value, 'too_short', `Must have at least ${titleLengths.least} characters.`));
    }
    if (length > titleLengths.most) {
      issues.push(customIssue(value, 'too_long', `Must have at most ${titleLengths.most} characters.`));
    }
    if (!/[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(value)) {
      issues.push(customIssue(value, 'blank', 'Must not be blank.'));
    }
    if (/\p{Cc}/u.test(value) || !value.isWellFormed()) {
      issues.push(
        customIssue(value, 'control_character', 'Must not have control characters or broken surrogate pairs.'),
      );
    }
  })
  .meta({ minLength: titleLengths.least, maxLength: titleLengths.most, pattern: noControlCharacters });

// The clock refuses a start in the past, so that in truth no timestamp below 0 is ever taken.
const timestamp = z
  .int()
  .check(({ value, issues }) => {
    if (value > timestampLimit) {
      issues.push(
        customIssue(
          value,
          'looks_like_milliseconds',
          'Must be a unix timestamp in seconds; this looks like milliseconds.',
        ),
      );
    }
  })
  .meta({ format: 'int64', minimum: 0, maximum: timestampLimit });

const biddingPeriod = z
  .strictObject({ startTimestamp: timestamp, endTimestamp: timestamp })
  .check(({ value, issues }) => {
    const seconds = value.endTimestamp - value.startTimestamp;
    const fault =
      seconds <= 0
        ? (['end_not_after_start', 'Must be after startTimestamp.'] as const)
        : seconds < biddingPeriodSeconds.least
          ? (['duration_too_short', 'Must be at least 1 hour after startTimestamp.'] as const)
          : seconds > biddingPeriodSeconds.most
            ? (['duration_too_long', 'Must be at most 7 days after startTimestamp.'] as const)
            : null;
    if (fault !== null) issues.push(customIssue(value.endTimestamp, fault[0], fault[1], ['endTimestamp']));
  });

const minimumBidValueInCents = z.int().min(0).max(minimumBidValueLimitInCents);

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

/** The same, as an auction has it. */
export function instantsOf({ startTimestamp, endTimestamp }: BiddingPeriod) {
  return {
    biddingPeriodStartsAt: instantOfTimestamp(startTimestamp),
    biddingPeriodEndsAt: instantOfTimestamp(endTimestamp),
  };
}

export const createAuctionInput = z.strictObject({
  biddingPeriod,
  title,
  minimumBidValueInCents: minimumBidValueInCents.default(0),
  type: type.default('asynchronous'),
});

export const updateAuctionInput = z.strictObject({
  title: title.optional(),
  minimumBidValueInCents: minimumBidValueInCents.optional(),
  biddingPeriod: biddingPeriod.optional(),
  type: type.optional(),
});

export type UpdateAuctionInput = z.output<typeof updateAuctionInput>;

export const findAuctionsInput = pageInput.extend({
  status: z.enum(['upcoming', 'ongoing', 'completed']).optional(),
});

export type FindAuctionsInput = z.output<typeof findAuctionsInput>;

/**
 * The one fault that needs the clock: the start must be at least 1 minute ahead when the request is processed.
 *
 * @param raw an input with a `biddingPeriod`, sound or not
 * @param now PostgreSQL's clock
 */
export function startFaults(raw: unknown, now: Date): Fault[] {
  const start = timestamp.safeParse(
    (raw as { biddingPeriod?: { startTimestamp?: unknown } }).biddingPeriod?.startTimestamp,
  );
  if (!start.success || start.data * 1000 - now.getTime() >= noticeBeforeStartMs) return [];
  return [
    {
      pointer: '/biddingPeriod/startTimestamp',
      code: 'start_too_soon',
      detail: 'Must be at least 1 minute after the moment at which the request is processed.',
    },
  ];
}

/** Has the input a start that only the clock can judge? */
export function namesStart(raw: unknown): boolean {
  return startFaults(raw, new Date(8.64e15)).length > 0;
}
