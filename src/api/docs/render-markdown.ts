import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';
import { basePath } from '../../core/base-path.ts';
import { ready } from '../../core/html-page.ts';

/** The address in the files: that of `npm start`, so that their commands work in the repository, too. */
const writtenAddress = 'http://localhost:4000';

const parser = makeParser();

/**
 * Renders Markdown with this service's own address, and raw HTML as text.
 *
 * @param file the path of the text in the repository, which its links start from
 * @returns `summary`: the first paragraph, without markup; `markdown`: the text with the address of this service
 * @throws for a link to a file that the service does not serve
 */
export function renderMarkdown(file: string, text: string, publicUrl: string) {
  const markdown = atAddress(publicUrl, text);
  const tokens = parser.parse(markdown, {});
  const anchors = new Map<string, number>();
  const headings = tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const title = wordsOf(tokens[index + 1]!);
    const anchor = anchorOf(title);
    const earlier = anchors.get(anchor) ?? 0;
    anchors.set(anchor, earlier + 1);
    const id = earlier === 0 ? anchor : `${anchor}-${earlier}`;
    token.attrSet('id', id);
    return [{ tag: token.tag, anchor: id, title }];
  });
  for (const link of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open'))
    link.attrSet('href', addressOf(String(link.attrGet('href')), file, publicUrl));
  const title = headings.find(({ tag }) => tag === 'h1')?.title;
  const summary = tokens[tokens.findIndex(({ type }) => type === 'paragraph_open') + 1];
  if (title === undefined || summary === undefined) throw new Error(`${file} lacks a title or a paragraph.`);
  /** The second-level headings. */
  const contents = headings.flatMap(({ tag, ...heading }) => (tag === 'h2' ? [heading] : []));
  const body = raw(parser.renderer.render(tokens, parser.options, {}));
  return { title, summary: wordsOf(summary), contents, body, markdown };
}

/** Makes the parser. It renders raw HTML as text. */
function makeParser(): Markdown {
  const made = new MarkdownIt();
  made.renderer.rules['fence'] = (tokens, index) => codeBlock(tokens[index]!);
  return made;
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
function codeBlock({ content, info }: Token): string {
  const [language, file] = info.split(' ');
  const caption = file === undefined ? '' : html`<figcaption><code>${file}</code></figcaption>`;
  const attribute = file === undefined ? '' : html` data-file="${file}"`;
  const code = html`<pre tabindex="0"><code class="language-${language || 'text'}">${content}</code></pre>`;
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

/** Returns the words of a text, without its marks. */
function wordsOf({ children }: Token): string {
  return children!.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('');
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
