import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { Marked, type Tokens } from 'marked';
import { basePath } from '../../core/base-path.ts';
import { ready } from '../../core/html-page.ts';

/** The address in the files: that of `npm start`, so that their commands work in the repository, too. */
const writtenAddress = 'http://localhost:4000';

/**
 * Renders Markdown with this service's own address, and raw HTML as text.
 *
 * @param file the path of the text in the repository, which its links start from
 * @returns `summary`: the first paragraph, without markup; `markdown`: the text with the address of this service
 * @throws for a link to a file that the service does not serve
 */
export function renderMarkdown(file: string, text: string, publicUrl: string) {
  /** The second-level headings. */
  const contents: { anchor: string; title: string }[] = [];
  const anchors = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      html: ({ text }) => ready(html`${text}`).toString(),
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text);
        const earlier = anchors.get(anchor) ?? 0;
        anchors.set(anchor, earlier + 1);
        const id = earlier === 0 ? anchor : `${anchor}-${earlier}`;
        if (depth === 2) contents.push({ anchor: id, title: withoutMarks(text) });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: codeBlock,
      link({ href, tokens }) {
        const address = addressOf(href, file, publicUrl);
        return ready(html`<a href="${address}">${raw(this.parser.parseInline(tokens))}</a>`).toString();
      },
    },
  });
  const markdown = atAddress(publicUrl, text);
  const tokens = marked.lexer(markdown);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 1);
  const summary = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  if (title === undefined || summary === undefined) throw new Error(`${file} lacks a title or a paragraph.`);
  const body = raw(marked.parser(tokens));
  return { title: withoutMarks(title.text), summary: withoutMarks(summary.text), contents, body, markdown };
}

/** Returns a text with this service's own address. */
export function atAddress(publicUrl: string, text: string): string {
  return text.replaceAll(writtenAddress, publicUrl);
}

/** Returns the anchor that GitHub gives a heading, so that a link works in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** Renders a code block. The optional second word of the fence is the file of the block. */
function codeBlock({ text, lang = '' }: Tokens.Code): string {
  const [language, file] = lang.split(' ');
  const caption = file === undefined ? '' : html`<figcaption><code>${file}</code></figcaption>`;
  const attribute = file === undefined ? '' : html` data-file="${file}"`;
  const code = html`<pre tabindex="0"><code class="language-${language || 'text'}">${text}\n</code></pre>`;
  return ready(html`<figure class="code"${attribute}>${caption}${code}</figure>\n`).toString();
}

/** Returns the address of a link. A link to a file leads to its page, so that it also works in the repository. */
function addressOf(href: string, file: string, publicUrl: string): string {
  if (href.startsWith('#')) return href;
  const base = basePath(publicUrl);
  // It stays on the address at which the page was opened.
  if (href.startsWith(`${publicUrl}/`)) return base + href.slice(publicUrl.length);
  if (/^https?:/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${file}`);
  const page = pathname === '/schema.graphql' ? '/docs/schema.graphql' : pathname.replace(/\.md$/, '');
  if (!/^\/docs\/(guides\/[\w-]+|errors|openapi\.json|schema\.graphql)$/.test(page))
    throw new Error(`${file} links to ${href}, which the service does not serve.`);
  return base + page + hash;
}

function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('\n', ' ');
}

/** The guides in their order of reading; each is a file of `docs/guides/`. */
export const guideNames = [
  'first-auction',
  'seller-pages',
  'testing',
  'money-and-holds',
  'item-card',
  'bidders',
  'webhooks',
  'messages',
  'errors',
  'client',
  'python',
  'graphql',
  'live-page',
  'going-live',
  'changes',
] as const;

export type Guide = ReturnType<typeof readGuides>[number];

/** Reads and renders every guide. Its `path` is that of its page below `/docs`. */
export function readGuides(publicUrl: string) {
  return guideNames.map((name) => {
    const file = `docs/guides/${name}.md`;
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    return { ...renderMarkdown(file, text, publicUrl), path: `/guides/${name}` };
  });
}
