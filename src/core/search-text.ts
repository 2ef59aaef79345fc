import { z } from 'zod';
import { customIssue } from './check-input.ts';

/** What is looked for in texts: PostgreSQL has no text with a NUL or half a surrogate pair, so it could be found in none. */
export function searchText(mostCharacters: number) {
  return z
    .string()
    .min(1)
    .max(mostCharacters)
    .check(({ value, issues }) => {
      if (!/\p{Cc}/u.test(value) && value.isWellFormed()) return;
      issues.push(
        customIssue(value, 'control_character', 'Must not have control characters or broken surrogate pairs.'),
      );
    });
}
