import { z } from 'zod';
import { atLeastCharacters, customIssue, noControlCharacters } from './check-input.ts';
import { maxBidderIdLength } from './limits.ts';

/** "Characters" are Unicode code points, as in JSON Schema and in PostgreSQL's char_length. */
function checkLength({ value, issues }: z.core.ParsePayload<string>, min: number, max: number): void {
  const length = [...value].length;
  if (length < min) {
    issues.push(customIssue(value, 'too_short', atLeastCharacters(min)));
  }
  if (length > max) issues.push(customIssue(value, 'too_long', `Must have at most ${max} characters.`));
}

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
function checkCharacters({ value, issues }: z.core.ParsePayload<string>): void {
  if (!/\p{Cc}/u.test(value) && value.isWellFormed()) return;
  issues.push(customIssue(value, 'control_character', 'Must not have control characters or broken surrogate pairs.'));
}

/** Returns the schema of a text to search for. */
export function searchText(maxCharacters: number) {
  return z.string().min(1).max(maxCharacters).check(checkCharacters);
}

/** Returns the schema of a text that people read: visible, and without control characters. */
export function visibleText(minCharacters: number, maxCharacters: number) {
  return z
    .string()
    .check((payload) => {
      const { value, issues } = payload;
      checkLength(payload, minCharacters, maxCharacters);
      if (isBlank(value)) issues.push(customIssue(value, 'blank', 'Must not be blank.'));
      checkCharacters(payload);
    })
    .meta({ minLength: minCharacters, maxLength: maxCharacters, pattern: noControlCharacters });
}

/** Why somebody has done something that is recorded: 3 to 500 characters. */
export const reasonInput = z
  .string()
  .min(3)
  .max(500)
  .regex(new RegExp(noControlCharacters), { abort: true })
  .check(({ value, issues }) => {
    if (isBlank(value)) issues.push(customIssue(value, 'blank', 'Must not be blank.'));
  });

/** The seller's name for the bidder: 1 to 200 printable characters; by default an e-mail address. */
export const bidderIdInput = z
  .string()
  .check((payload) => {
    const { value, issues } = payload;
    checkLength(payload, 1, maxBidderIdLength);
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) || !value.isWellFormed()) {
      issues.push(customIssue(value, 'control_character', 'Must have printable characters only.'));
    }
  })
  .meta({ minLength: 1, maxLength: maxBidderIdLength, pattern: noControlCharacters });

/**
 * The same where somebody is named anew: a link, a ban. An unfilled place of a mail template, or what a program writes for
 * nothing, would make one bidder of all recipients of a mail. The input above finds earlier ids of bidders.
 */
export const newBidderIdInput = bidderIdInput.check(({ value, issues }) => {
  if (isBlank(value)) issues.push(customIssue(value, 'blank', 'Must not be blank.'));
  if (/[\p{Cf}\ufffd]/u.test(value)) {
    issues.push(customIssue(value, 'control_character', 'Must have no format characters and no broken ones.'));
  }
  if (isUnfilled(value)) {
    const detail = 'Must name a bidder: this is an unfilled place of a template, or what a program writes for nothing.';
    issues.push(customIssue(value, 'invalid_value', detail));
  }
});

/** Checks whether a text names nobody, although it is well-formed: it is blank, or its place in a template was not filled in. */
export function namesNobody(bidderId: string): boolean {
  return bidderId !== '' && (isBlank(bidderId) || isUnfilled(bidderId));
}

/** @returns whether nobody can see the text: some letters have no shape, as the blank of Braille */
export function isBlank(text: string): boolean {
  return /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u.test(text);
}

/** The brackets of mail templates and programs around a name, which no id has in it. */
const brackets = [
  /\{\{.*\}\}/u, // Mustache, Liquid, Handlebars, Jinja, Angular
  /\{%.*%\}/u,
  /<%.*%>/u, // ERB, EJS
  /\[%.*%\]/u,
  /\*\|.*\|\*/u, // Mailchimp
  /%%.+%%/u, // Salesforce
  /\[\[.*\]\]/u,
  /[$#@]\{.*\}/u, // JavaScript, shells, Ruby
  /\$\(.*\)/u,
];

/** A name in plain brackets, or with a mark before it: an id may have these in it, but is not the whole of it. */
const places = [
  /^<[^<>]*>$/u,
  /^\[[^[\]]*\]$/u, // also `[object Object]`
  /^\{(?!(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}$)[^{}]*\}$/iu, // not a UUID, which Windows writes in braces
  /^%[^%]*%$/u,
  /^[$:@][a-z_][\w.]*$/iu,
];

/** The words that programs and spreadsheets write where there is no value. */
const nothings = new Set(
  ['undefined', 'null', '(null)', 'nil', 'none', 'nan', '-nan', 'n/a', '00000000-0000-0000-0000-000000000000'].concat([
    '#n/a',
    '#null!',
    '#ref!',
    '#name?',
    '#value!',
  ]),
);

function isUnfilled(text: string): boolean {
  const trimmed = text.trim();
  if (nothings.has(trimmed.toLowerCase())) return true;
  return brackets.some((each) => each.test(trimmed)) || places.some((each) => each.test(trimmed));
}
