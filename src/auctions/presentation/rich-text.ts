import { LRUCache } from 'lru-cache';
import MarkdownIt, { type MarkdownIt as Markdown } from 'markdown-it';
import { z } from 'zod';
import { customIssue } from '../../core/check-input.ts';
import { isBlank } from '../../core/text-input.ts';

/** A text of a seller as the page shows it. */
export interface RichText {
  readonly html: string;
  /** Without its marks, in one line, for previews. */
  readonly words: string;
}

/** The first item of a list and the marker of the second: a dash or an asterisk twice, or the numbers 1 and 2. */
const twoItems =
  /^(?:([-*])[ \t]+\S[^\n]*(?:\n[^\n]+)*?\n+[ \t]*\1|1([.)])[ \t]+\S[^\n]*(?:\n[^\n]+)*?\n+[ \t]*2\2)[ \t]/;
const oneItem = /^(?:[-*]|\d{1,9}[.)])[ \t]/;

const linkSchemes = /^(?:https:\/\/|mailto:|tel:)/i;

const markdown = makeMarkdown();

/** A text is viewed far more often than written, and a page of a whole item card takes milliseconds to render. */
const rendered = new LRUCache<string, RichText>({
  maxSize: 8_000_000,
  sizeCalculation: ({ html }, { length }) => html.length + length,
});

/** Renders a text: plain text, or the subset of Markdown that `makeMarkdown` enables. */
export function renderRichText(text: string): RichText {
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const tokens = markdown.parse(text, {});
  const words = tokens.map(({ children }) =>
    children?.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join(''),
  );
  const found = {
    html: markdown.renderer.render(tokens, markdown.options, {}).replaceAll('\n', ''),
    words: words.join(' ').replaceAll(/\s+/g, ' ').trim(),
  };
  rendered.set(text, found);
  return found;
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
      if (isBlank(value)) issues.push(customIssue(value, 'blank', 'Must not be blank; null removes it.'));
      if (/[^\P{Cc}\n\t]/u.test(value) || !value.isWellFormed()) {
        const detail = 'Must not have control characters other than line breaks, or broken surrogate pairs.';
        issues.push(customIssue(value, 'control_character', detail));
      }
    })
    .nullable();
}

/** Only these constructs become elements, and each text is escaped: nothing of a seller's HTML reaches the page. */
function makeMarkdown(): Markdown {
  const markdown = new MarkdownIt('zero', { linkify: true, maxNesting: 200 });
  const { block, inline, renderer } = markdown;
  markdown.enable([
    'autolink',
    'balance_pairs',
    'emphasis',
    'escape',
    'fragments_join',
    'image',
    'link',
    'linkify',
    'newline',
  ]);
  markdown.validateLink = (href) => linkSchemes.test(href);

  // "24. Dezember: geschlossen", "+ shipping" and a single footnote "* used" are no lists.
  block.ruler.enableOnly(['list']);
  const [parseList] = block.ruler.getRules('');
  block.ruler.at(
    'list',
    (state, line, endLine, silent) => {
      const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!);
      // Silently, the parser asks whether a paragraph ends here: in a list, each further item ends it.
      const expected = silent && state.listIndent >= 0 ? oneItem : twoItems;
      return expected.test(text) && parseList!(state, line, endLine, silent);
    },
    { alt: ['paragraph'] },
  );
  block.ruler.enable(['list', 'paragraph']);

  // The sizes of 140*75*78 cm have no emphasis.
  inline.State = class extends inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      return /[\p{L}\p{Nd}]/u.test(this.src[start - 1] ?? '') ? { ...found, can_open: false } : found;
    }
  };

  const { escapeHtml } = markdown.utils;
  const lineBreak = () => '<br>';
  Object.assign(renderer.rules, {
    softbreak: lineBreak,
    hardbreak: lineBreak,
    image: (tokens, index) => escapeHtml(`![${tokens[index]!.content}](${tokens[index]!.attrGet('src')})`),
    link_open: (tokens, index) =>
      `<a href="${escapeHtml(String(tokens[index]!.attrGet('href')))}" target="_blank" rel="nofollow noopener noreferrer">`,
  } satisfies typeof renderer.rules);
  return markdown;
}
