import { z } from 'zod';
import { customIssue, noControlCharacters } from './check-input.ts';

/** Why somebody has done something that is recorded: 3 to 500 characters. */
export const reasonInput = z
  .string()
  .min(3)
  .max(500)
  .regex(new RegExp(noControlCharacters), { abort: true })
  .check(({ value, issues }) => {
    if (value.trim() === '') issues.push(customIssue(value, 'blank', 'Must not be blank.'));
  });
