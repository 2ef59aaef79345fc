import { html } from 'hono/html';
import { Marked, type Token, type Tokens } from 'marked';
import type { Html } from './layout.ts';

// Only these constructs become elements: paragraphs, lists, emphasis, links and line breaks. The tokens are drawn by
// templates of our own, which escape every text, so that nothing of a seller's HTML reaches the page.
const none = () => undefined;
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
  },
});

const linkSchemes = /^(?:https:\/\/|mailto:|tel:)/i;

/** Draws a text of a seller: plain text, or the subset of Markdown above. */
export function richText(text: string): Html {
  return html`<div class="prose" dir="auto">${blocks(parse(text))}</div>`;
}

// All viewers see the same few texts. A text that is slow to parse is parsed once.
const parsed = new Map<string, readonly Token[]>();
const maxParsed = 200;
const deepMarkers = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){4,}/gm;

/** Parses a text. Four list markers in a row stay text: a thousand of them would overflow the parser's stack. */
function parse(text: string): readonly Token[] {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const tokens = marked.lexer(text.replaceAll(deepMarkers, (markers) => `\u200b${markers}`));
  if (parsed.size >= maxParsed) parsed.delete(parsed.keys().next().value!);
  parsed.set(text, tokens);
  return tokens;
}

function blocks(tokens: readonly Token[]): Html[] {
  return tokens.map((token) => {
    switch (token.type) {
      case 'space':
        return html``;
      case 'list':
        return list(token as Tokens.List);
      case 'text':
        return html`${inline([token])}`;
      default:
        return html`<p>${inline((token as Tokens.Paragraph).tokens ?? [{ type: 'text', raw: token.raw, text: token.raw }])}</p>`;
    }
  });
}

function list({ items, ordered }: Tokens.List): Html {
  const drawn = items.map(({ tokens }) => html`<li>${blocks(tokens)}</li>`);
  return ordered ? html`<ol>${drawn}</ol>` : html`<ul>${drawn}</ul>`;
}

function inline(tokens: readonly Token[]): Html[] {
  return tokens.map((token) => {
    switch (token.type) {
      case 'strong':
        return html`<strong>${inline(token.tokens ?? [])}</strong>`;
      case 'em':
        return html`<em>${inline(token.tokens ?? [])}</em>`;
      case 'br':
        return html`<br>`;
      case 'link': {
        const { href, tokens: words } = token as Tokens.Link;
        if (!linkSchemes.test(href)) return html`${token.raw}`;
        return html`<a href="${href}" target="_blank" rel="nofollow noopener noreferrer">${inline(words)}</a>`;
      }
      case 'text':
        return token.tokens === undefined ? html`${token['text']}` : html`${inline(token.tokens)}`;
      case 'escape':
        return html`${token['text']}`;
      default:
        return html`${token.raw}`;
    }
  });
}

/** Writes the text without its marks, in one line, for previews. */
export function plainText(text: string): string {
  return words(parse(text)).replaceAll(/\s+/g, ' ').trim();
}

function words(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => words(item.tokens)).join(' ');
      if (token.type === 'br' || token.type === 'space') return ' ';
      const { tokens: inner, text } = token as Tokens.Text;
      return inner === undefined ? text : words(inner);
    })
    .join('');
}
