import { z } from 'zod';
import { customIssue } from './check-input.ts';

export const maxWebAddressLength = 2_000;

/** An address that a page links to, as the seller wrote it. */
export const webAddressInput = z.string().check(({ value, issues }) => {
  if ([...value].length > maxWebAddressLength) {
    issues.push(customIssue(value, 'too_long', `Must have at most ${maxWebAddressLength} characters.`));
  }
  if (!isWebAddress(value)) {
    const detail =
      'Must be a URL that begins with https:// and names nobody who signs in, such as https://example.com.';
    issues.push(customIssue(value, 'invalid_value', detail));
  }
});

function isWebAddress(text: string): boolean {
  // The parser silently drops white space and control characters: the stored URL would differ from the one that is opened.
  if (!text.startsWith('https://') || /[\s\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
