import { z } from 'zod';
import { customIssue } from '../core/check-input.ts';
import { maxMinimumBidValueInCents } from '../core/limits.ts';

// The rules that a seller may give an auction. `/v1` knows none of them. A bid on an auction without rules looks at their columns only to see that
// they are empty.

export const windowLimits = { min: 30, max: 900, usual: 120 };
export const maximumLimits = { max: 86_400, usual: 3_600 };
export const maxBidSteps = 12;

const softClose = z
  .strictObject({
    windowSeconds: z.int().min(windowLimits.min).max(windowLimits.max).default(windowLimits.usual),
    maximumSeconds: z.int().max(maximumLimits.max).default(maximumLimits.usual),
  })
  .check(({ value, issues }) => {
    if (value.maximumSeconds >= value.windowSeconds) return;
    issues.push(customIssue(value, 'too_small', 'Must be at least windowSeconds.', ['maximumSeconds']));
  });

const bidSteps = z
  .array(
    z.strictObject({
      fromInCents: z.int().min(0).max(maxMinimumBidValueInCents),
      stepInCents: z.int().min(1).max(maxMinimumBidValueInCents),
    }),
  )
  .check(({ value, issues }) => {
    if (value.length < 1) issues.push(customIssue(value, 'too_small', 'Must have at least 1 row.'));
    if (value.length > maxBidSteps)
      issues.push(customIssue(value, 'too_large', `Must have at most ${maxBidSteps} rows.`));
    value.forEach(({ fromInCents }, row) => {
      const refuse = (detail: string) =>
        issues.push(customIssue(fromInCents, 'invalid_value', detail, [row, 'fromInCents']));
      if (row === 0 && fromInCents !== 0) refuse('Must be 0 in the first row.');
      if (row > 0 && fromInCents <= value[row - 1]!.fromInCents) refuse('Must be more than in the row before.');
    });
  });

/** A rule that is absent stays as it is; `null` removes it. */
export const rulesInput = z.strictObject({
  softClose: softClose.nullish(),
  bidSteps: bidSteps.nullish(),
  buyNowPriceInCents: z.int().min(1).max(maxMinimumBidValueInCents).nullish(),
});

export type RulesInput = z.output<typeof rulesInput>;

export type SoftClose = z.output<typeof softClose>;

export type BidStep = z.output<typeof bidSteps>[number];

/** The columns of each rule: their values, given SQL of the rules that a caller names, as `jsonb`. */
const columnsOfRules: Readonly<Record<keyof RulesInput, Readonly<Record<string, (rules: string) => string>>>> = {
  softClose: {
    soft_close_window_seconds: (rules) => `(${rules} #>> '{softClose,windowSeconds}')::int`,
    soft_close_maximum_seconds: (rules) => `(${rules} #>> '{softClose,maximumSeconds}')::int`,
  },
  bidSteps: { bid_steps: (rules) => `nullif(${rules} -> 'bidSteps', 'null')` },
  buyNowPriceInCents: { buy_now_price_in_cents: (rules) => `(${rules} ->> 'buyNowPriceInCents')::int` },
};

/** The columns that a caller's rules set, each with its value. */
const allColumns = Object.entries(columnsOfRules).flatMap(([rule, columns]) =>
  Object.entries(columns).map(([column, valueOf]) => ({ rule, column, valueOf })),
);

/** Returns the value of each column for an auction that is created. */
export function rulesCreated(rules: string): Readonly<Record<string, string>> {
  return Object.fromEntries(allColumns.map(({ column, valueOf }) => [column, valueOf(rules)]));
}

/** Returns the value of each column after a change of a row of `auctions`. */
export function rulesChanged(rules: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    allColumns.map(({ rule, column, valueOf }) => [
      column,
      `case when ${rules} ? '${rule}' then ${valueOf(rules)} else judged.${column} end`,
    ]),
  );
}

/** Returns SQL of the rules of a row, for the audit log. */
export function auditedRules(row: string): string {
  return `jsonb_build_object('rules', jsonb_build_object(
    'softClose', case when ${row}.soft_close_window_seconds is not null then jsonb_build_object(
      'windowSeconds', ${row}.soft_close_window_seconds, 'maximumSeconds', ${row}.soft_close_maximum_seconds) end,
    'bidSteps', ${row}.bid_steps,
    'buyNowPriceInCents', ${row}.buy_now_price_in_cents))`;
}

/** The columns of a row of `auctions` that its rules read. */
export const ruleColumns = [
  ...allColumns.map(({ column }) => column),
  'scheduled_ends_at',
  'extension_count',
  'purchase_bid_id',
];

/** SQL that is true for a row of `auctions` whose rules decide about its bids. */
export const decidesByRules = 'num_nonnulls(soft_close_window_seconds, bid_steps, buy_now_price_in_cents) > 0';

/** Returns the rules as a value of `jsonb`; `null`: the caller names none. */
export function rulesAsJson(rules: RulesInput | null | undefined): string | null {
  return Object.values(rules ?? {}).some((rule) => rule !== undefined && rule !== null) ? JSON.stringify(rules) : null;
}
