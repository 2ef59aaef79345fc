import { z } from 'zod';
import { customIssue } from '../core/check-input.ts';
import { isTooComplex, maxEmphasisMarks } from './rich-text.ts';

/**
 * Checks a text that the page shows: plain text, or the subset of Markdown that it renders. Line breaks become `\n`.
 * `null` removes the text.
 */
export function richTextInput(maxCharacters: number) {
  return z
    .string()
    .transform((text) => text.replaceAll(/\r\n?/g, '\n'))
    .check(({ value, issues }) => {
      if ([...value].length > maxCharacters) {
        issues.push(customIssue(value, 'too_long', `Must have at most ${maxCharacters} characters.`));
      }
      if (isTooComplex(value)) {
        const detail = `Has too many marks of emphasis: it may have at most ${maxEmphasisMarks} groups of * and _.`;
        issues.push(customIssue(value, 'invalid_value', detail));
      }
      if (!/[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(value)) {
        issues.push(customIssue(value, 'blank', 'Must not be blank; null removes it.'));
      }
      if (/[^\P{Cc}\n\t]/u.test(value) || !value.isWellFormed()) {
        const detail = 'Must not have control characters other than line breaks, or broken surrogate pairs.';
        issues.push(customIssue(value, 'control_character', detail));
      }
    })
    .nullable();
}
