import { z } from 'zod';
import { customIssue } from './check-input.ts';

/** Above this, a timestamp in seconds lies beyond the year 5138: it is a timestamp in milliseconds. */
const timestampLimit = 1e11;

/** A unix timestamp in whole seconds. */
export const timestampInput = z
  .int()
  .check(({ value, issues }) => {
    if (value <= timestampLimit) return;
    const detail = 'Must be a unix timestamp in seconds; this looks like milliseconds.';
    issues.push(customIssue(value, 'looks_like_milliseconds', detail));
  })
  .meta({ format: 'int64', minimum: 0, maximum: timestampLimit });
