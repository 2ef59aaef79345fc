import vm from 'node:vm';
import { Marked, type Token, type Tokens } from 'marked';
import { z } from 'zod';
import { customIssue } from '../core/check-input.ts';
import { isBlank } from '../core/text-input.ts';

/** A text of a seller as the page shows it. */
export interface RichText {
  readonly html: string;
  /** Without its marks, in one line, for previews. */
  readonly words: string;
}

/** Stored renderings, by the name of the text. */
export type RenderedTexts = Readonly<Record<string, StoredRendering>>;

interface StoredRendering extends RichText {
  /** The digest of the text that it was made of: an earlier version of the service changes the text alone. */
  readonly of: string;
}

// Only these constructs become elements: paragraphs, lists, emphasis, links and line breaks. The tokens are drawn by
// templates of our own, which escape every text, so that nothing of a seller's HTML reaches the page.
const none = () => undefined;

/** The first item of a list and the marker of the second: a dash or an asterisk twice, or the numbers 1 and 2. */
const twoItems = [
  /^ {0,3}([-*])[ \t]+\S[^\n]*(?:\n[^\n]+)*?\n+[ \t]*\1[ \t]/,
  /^ {0,3}1([.)])[ \t]+\S[^\n]*(?:\n[^\n]+)*?\n+[ \t]*2\1[ \t]/,
];

const marked = new Marked({
  breaks: true,
  tokenizer: {
    blockquote: none,
    code: none,
    fences: none,
    heading: none,
    lheading: none,
    hr: none,
    html: none,
    table: none,
    def: none,
    reflink: none,
    tag: none,
    codespan: none,
    del: none,
    // `false` leaves the decision to the parser. "24. Dezember: geschlossen", "+ shipping" and a single footnote "* used" are no lists,
    // and the sizes of 140*75*78 cm have no emphasis.
    list: (src) => (twoItems.some((each) => each.test(src)) ? false : undefined),
    emStrong: (_src, _masked, before = '') => (/[\p{L}\p{Nd}]/u.test(before) ? undefined : false),
  },
});

const linkSchemes = /^(?:https:\/\/|mailto:|tel:)/i;
const deepMarkers = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){4,}/gm;

/** The parser's time grows with the square of the marks of emphasis. */
const maxEmphasisMarks = 300;

/** The time that the parser may take. A text of the greatest length takes a tenth of it. */
const maxParseMs = 500;

/** @returns whether the text has too many marks of emphasis to be parsed */
function isTooComplex(text: string): boolean {
  return (text.match(/[*_]+/g)?.length ?? 0) > maxEmphasisMarks;
}

/** Renders a text: plain text, or the subset of Markdown above. Where parsing would take too long, it is plain text. */
export function renderRichText(text: string): RichText {
  const tokens = isTooComplex(text) ? null : parse(text);
  if (tokens === null) return { html: `<p>${escape(text).replaceAll('\n', '<br>')}</p>`, words: oneLine(text) };
  return { html: blocks(tokens), words: oneLine(wordsOf(tokens)) };
}

const parsing = vm.createContext({ parse: none });
const parseOnce = new vm.Script('parse()');

/**
 * Parses a text. Four list markers in a row stay text: a thousand of them would overflow the parser's stack.
 *
 * @returns `null`: it took too long
 */
function parse(text: string): readonly Token[] | null {
  parsing['parse'] = () => marked.lexer(text.replaceAll(deepMarkers, (markers) => `\u200b${markers}`));
  try {
    // Only what a script calls can be stopped while it runs.
    return parseOnce.runInContext(parsing, { timeout: maxParseMs }) as Token[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  } finally {
    parsing['parse'] = none;
  }
}

function blocks(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'space':
          return '';
        case 'list':
          return list(token as Tokens.List);
        case 'text':
          return inline([token]);
        default:
          return `<p>${inline((token as Tokens.Paragraph).tokens ?? [{ type: 'text', raw: token.raw, text: token.raw }])}</p>`;
      }
    })
    .join('');
}

function list({ items, ordered }: Tokens.List): string {
  const drawn = items.map(({ tokens }) => `<li>${blocks(tokens)}</li>`).join('');
  return ordered ? `<ol>${drawn}</ol>` : `<ul>${drawn}</ul>`;
}

function inline(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'strong':
          return `<strong>${inline(token.tokens ?? [])}</strong>`;
        case 'em':
          return `<em>${inline(token.tokens ?? [])}</em>`;
        case 'br':
          return '<br>';
        case 'link': {
          const { href, tokens: words } = token as Tokens.Link;
          if (!linkSchemes.test(href)) return escape(token.raw);
          return `<a href="${escape(href)}" target="_blank" rel="nofollow noopener noreferrer">${inline(words)}</a>`;
        }
        case 'text':
          return token.tokens === undefined ? escape(String(token['text'])) : inline(token.tokens);
        case 'escape':
          return escape(String(token['text']));
        default:
          return escape(token.raw);
      }
    })
    .join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => wordsOf(item.tokens)).join(' ');
      if (token.type === 'br' || token.type === 'space') return ' ';
      const { tokens: inner, text } = token as Tokens.Text;
      return inner === undefined ? text : wordsOf(inner);
    })
    .join('');
}

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
      if (isBlank(value)) issues.push(customIssue(value, 'blank', 'Must not be blank; null removes it.'));
      if (/[^\P{Cc}\n\t]/u.test(value) || !value.isWellFormed()) {
        const detail = 'Must not have control characters other than line breaks, or broken surrogate pairs.';
        issues.push(customIssue(value, 'control_character', detail));
      }
    })
    .nullable();
}
