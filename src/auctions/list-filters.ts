import { z } from 'zod';
import { customIssue, timestampInput } from '../core/check-input.ts';
import { pageSizeLimit } from '../core/page-input.ts';

// The inputs of filters. `null` is absent, and an empty list names nothing, so that nothing passes it.

/** A list of values, at most a page of them. */
export function listFilter<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .check(({ value, issues }) => {
      if (value.length <= pageSizeLimit) return;
      issues.push(customIssue(value, 'too_long', `Must name at most ${pageSizeLimit}.`));
    })
    .nullish();
}

const instant = timestampInput.min(0).nullish();

/** A period of unix timestamps. */
export const instantRange = z
  .strictObject({ from: instant, before: instant })
  .check(({ value: { from, before }, issues }) => {
    if (from == null || before == null || from < before) return;
    issues.push(customIssue(before, 'invalid_value', 'Must be after from.', ['before']));
  })
  .nullish();

const cents = z.int().min(0).max(2_147_483_647).nullish();

/** A range of values in USD cents. */
export const centsRange = z
  .strictObject({ atLeast: cents, atMost: cents })
  .check(({ value: { atLeast, atMost }, issues }) => {
    if (atLeast == null || atMost == null || atLeast <= atMost) return;
    issues.push(customIssue(atMost, 'invalid_value', 'Must not be below atLeast.', ['atMost']));
  })
  .nullish();
