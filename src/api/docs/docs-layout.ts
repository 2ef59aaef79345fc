import { html, raw } from 'hono/html';
import { htmlPage, type Html, iconLink, readStyle } from '../../core/html-page.ts';
import { namedFiles, readStaticFile, staticFile } from '../../core/static-file.ts';

export interface DocsPage {
  readonly title: string;
  readonly summary: string;
  /** The path below `/docs`. */
  readonly path: string;
  /** The headings in the table of contents; absent for a page that has none. */
  readonly contents?: readonly { readonly anchor: string; readonly title: string }[];
  /** The style sheets and scripts of this page, in addition to those that every page loads. */
  readonly files?: readonly DocsFile[];
  readonly body: Html;
}

export type DocsFiles = ReturnType<typeof readDocsFiles>;

type DocsFile = 'docs.css' | 'docs.js' | 'api.css' | 'api.js' | 'swagger-ui.css' | 'swagger-ui.js';

/** Reads 2 MB of text, most of it Swagger UI. */
export function readDocsFiles() {
  const ours = (name: DocsFile) => readStaticFile(new URL(`browser/${name}`, import.meta.url));
  const ofSwagger = (name: string) => readStaticFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));
  return namedFiles<DocsFile>({
    'docs.css': staticFile(readStyle(new URL('browser/docs.css', import.meta.url)), 'css'),
    'docs.js': ours('docs.js'),
    'api.css': ours('api.css'),
    'api.js': ours('api.js'),
    'swagger-ui.css': ofSwagger('swagger-ui.css'),
    'swagger-ui.js': ofSwagger('swagger-ui-bundle.js'),
  });
}

/**
 * Makes the layout of every documentation page.
 *
 * @param site.base the path that a proxy adds before the service's own; mostly empty
 * @param site.guides in the order of reading
 */
export function docsLayout(
  { base, files, guides }: { base: string; files: DocsFiles; guides: readonly DocsPage[] },
  page: DocsPage,
): string {
  const { title, summary, path, contents } = page;
  const loaded: readonly DocsFile[] = [...(page.files ?? []), 'docs.css', 'docs.js'];
  const link = (to: string, text: string) =>
    html`<a href="${base}/docs${to}"${to === path ? raw(' aria-current="page"') : ''}>${text}</a>`;
  const sidebar = html`<aside>
<nav class="guides" aria-label="Guides"><h2>Guides</h2>
<ul>${guides.map((guide) => html`<li>${link(guide.path, guide.title)}</li>`)}</ul></nav>
${contents === undefined ? '' : tableOfContents(contents)}
</aside>`;
  const index = guides.findIndex((guide) => guide.path === path);
  const next = index === -1 ? undefined : guides[index + 1];
  const document = htmlPage({
    title: path === '' ? title : `${title} · Auction service`,
    head: html`<meta name="description" content="${summary}">
${iconLink('#0b7a69')}
${loaded.map((name) => {
  const address = `${base}/docs/files/${files.address(name)}`;
  return name.endsWith('.css')
    ? html`<link rel="stylesheet" href="${address}">`
    : html`<script src="${address}" defer></script>`;
})}`,
    body: html`<a class="skip" href="#content">Skip to the content</a>
<header class="site">
<nav aria-label="Documentation">
${link('', 'Auction service')}
${link('/api', 'API')}
<a href="${base}/graphql">GraphiQL</a>
${link('/errors', 'Errors')}
</nav>
</header>
<div class="page">
${contents === undefined ? '' : sidebar}
<main id="content" tabindex="-1">
${page.body}
${next === undefined ? '' : html`<p class="next">Next: ${link(next.path, next.title)}</p>`}
</main>
</div>`,
  });
  return document.toString();
}

/** Makes the table of contents, closed until the script finds room for it next to the text. */
function tableOfContents(contents: NonNullable<DocsPage['contents']>): Html {
  return html`<details class="contents"><summary>On this page</summary>
<nav aria-label="On this page"><ul>${contents.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)}</ul></nav>
</details>`;
}
