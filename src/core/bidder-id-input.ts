import { z } from 'zod';
import { customIssue, noControlCharacters } from './check-input.ts';
import { maxBidderIdLength } from './limits.ts';

/** The seller's name for the bidder: 1 to 200 printable characters; by default an e-mail address. */
export const bidderIdInput = z
  .string()
  .check(({ value, issues }) => {
    const length = [...value].length;
    if (length < 1) issues.push(customIssue(value, 'too_short', 'Must have at least 1 character.'));
    if (length > maxBidderIdLength)
      issues.push(customIssue(value, 'too_long', `Must have at most ${maxBidderIdLength} characters.`));
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) || !value.isWellFormed()) {
      issues.push(customIssue(value, 'control_character', 'Must have printable characters only.'));
    }
  })
  .meta({ minLength: 1, maxLength: maxBidderIdLength, pattern: noControlCharacters });
