import { raw } from 'hono/html';
import { Marked, type Tokens } from 'marked';
import { anchorOf } from './anchor-of.ts';
import type { Contents } from './docs-layout.ts';
import { guideLink } from './guide-link.ts';

/** A rendered guide. */
export interface Guide {
  /** The file's name, which is also the last part of the address. */
  readonly name: string;
  readonly title: string;
  /** Its first paragraph, without markup. */
  readonly summary: string;
  /** Its second-level headings. */
  readonly contents: Contents;
  readonly body: ReturnType<typeof raw>;
  /** The guide in Markdown, with the address of this service. */
  readonly markdown: string;
}

/** The address in the files: that of `npm start`, so that their commands work in the repository, too. */
const writtenAddress = 'http://localhost:4000';

/** Renders a guide's Markdown with this service's own address, and raw HTML as text. */
export function renderGuide(name: string, text: string, publicUrl: string): Guide {
  const contents: { anchor: string; title: string }[] = [];
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escape(text),
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text);
        if (depth === 2) contents.push({ anchor, title: withoutMarks(text) });
        return `<h${depth} id="${escape(anchor)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: codeBlock,
      link({ href, tokens }) {
        return `<a href="${escape(guideLink(href, publicUrl))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  const markdown = text.replaceAll(writtenAddress, publicUrl);
  const tokens = marked.lexer(markdown);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 1);
  const summary = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  if (title === undefined || summary === undefined)
    throw new Error(`The guide "${name}" lacks a title or a paragraph.`);
  const body = raw(marked.parser(tokens));
  return { name, title: withoutMarks(title.text), summary: withoutMarks(summary.text), contents, body, markdown };
}

/** Renders a code block. The optional second word of the fence is the file of the block. */
function codeBlock({ text, lang = '' }: Tokens.Code): string {
  const [language, file] = lang.split(' ');
  const caption = file === undefined ? '' : `<figcaption><code>${escape(file)}</code></figcaption>`;
  const code = `<pre tabindex="0"><code class="language-${escape(language || 'text')}">${escape(text)}\n</code></pre>`;
  return `<figure class="code"${file === undefined ? '' : ` data-file="${escape(file)}"`}>${caption}${code}</figure>\n`;
}

function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('\n', ' ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
