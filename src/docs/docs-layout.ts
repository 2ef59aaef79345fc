import { html, raw } from 'hono/html';
import type { DocsFiles } from './docs-files.ts';

export type Html = ReturnType<typeof html>;

/** The headings in the table of contents. */
export type Contents = readonly { readonly anchor: string; readonly title: string }[];

/** The input of every documentation page. */
export interface DocsSite {
  /** The path that a proxy adds before the service's own; mostly empty. */
  readonly base: string;
  readonly files: DocsFiles;
  readonly guides: readonly { readonly name: string; readonly title: string }[];
}

export interface DocsPage {
  readonly title: string;
  readonly summary: string;
  /** The path below `/docs`. */
  readonly path: string;
  readonly contents: Contents;
  readonly body: Html;
}

// A gavel and its block.
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="#0b7a69"><rect x="5" y="26" width="15" height="3" rx="1.5"/><g transform="rotate(45 16 13)"><rect x="9" y="4" width="14" height="3.5" rx="1.5"/><rect x="10.5" y="8.5" width="11" height="7"/><rect x="9" y="16.5" width="14" height="3.5" rx="1.5"/><rect x="14.3" y="20" width="3.4" height="12" rx="1.5"/></g></g></svg>';

/** Makes the layout of every documentation page. */
export function docsLayout(site: DocsSite, page: DocsPage): Html {
  const { base, files } = site;
  return html`${docsHead(page)}
<link rel="stylesheet" href="${base}/docs/files/${files['docs.css'].path}">
<script src="${base}/docs/files/${files['docs.js'].path}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${docsHeader(site, page.path)}
<div class="page">
${page.path === '' ? '' : sidebar(site, page)}
<main id="content" tabindex="-1">
${page.body}
${nextGuide(site, page.path)}
</main>
</div>
</body>
</html>`;
}

/** Makes the head that all pages share; the caller adds more and closes `head`. */
export function docsHead({ title, summary, path }: Omit<DocsPage, 'contents' | 'body'>): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
<title>${path === '' ? title : `${title} · Auction service`}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`;
}

/** Makes the navigation above each page. */
export function docsHeader(site: DocsSite, current: string): Html {
  return html`<header class="site">
<nav aria-label="Documentation">
${pageLink(site, '', 'Auction service', current)}
${pageLink(site, '/api', 'API', current)}
<a href="${site.base}/graphql">GraphiQL</a>
${pageLink(site, '/errors', 'Errors', current)}
</nav>
</header>`;
}

function pageLink({ base }: DocsSite, path: string, title: string, current: string): Html {
  return html`<a href="${base}/docs${path}"${path === current ? raw(' aria-current="page"') : ''}>${title}</a>`;
}

function sidebar(site: DocsSite, { path, contents }: DocsPage): Html {
  return html`<aside>
<nav class="guides" aria-label="Guides"><h2>Guides</h2>
<ul>${site.guides.map(({ name, title }) => html`<li>${pageLink(site, `/guides/${name}`, title, path)}</li>`)}</ul></nav>
${contents.length === 0 ? '' : tableOfContents(contents)}
</aside>`;
}

/** Makes the table of contents, closed until the script finds room for it next to the text. */
function tableOfContents(contents: Contents): Html {
  return html`<details class="contents"><summary>On this page</summary>
<nav aria-label="On this page"><ul>${contents.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)}</ul></nav>
</details>`;
}

function nextGuide({ base, guides }: DocsSite, path: string): Html | '' {
  const index = guides.findIndex(({ name }) => path === `/guides/${name}`);
  const next = guides[index + 1];
  if (index === -1 || next === undefined) return '';
  return html`<p class="next">Next: <a href="${base}/docs/guides/${next.name}">${next.title}</a></p>`;
}
