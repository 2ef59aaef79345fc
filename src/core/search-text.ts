import { z } from 'zod';
import { customIssue } from './check-input.ts';

/**
 * Returns the schema of a text to search for. PostgreSQL cannot store NUL or half of a surrogate pair, so such a text
 * is refused.
 */
export function searchText(maxCharacters: number) {
  return z
    .string()
    .min(1)
    .max(maxCharacters)
    .check(({ value, issues }) => {
      if (!/\p{Cc}/u.test(value) && value.isWellFormed()) return;
      issues.push(
        customIssue(value, 'control_character', 'Must not have control characters or broken surrogate pairs.'),
      );
    });
}
