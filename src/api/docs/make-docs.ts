import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { basePath } from '../../core/base-path.ts';
import { contentSecurityPolicy } from '../../core/security-headers.ts';
import { sendRevalidatedFile, staticFile, type StaticFile } from '../../core/static-file.ts';
import { packNpmPackage, packPythonPackage } from './client-packages.ts';
import { type DocsFiles, docsLayout, type DocsPage, readDocsFiles } from './docs-layout.ts';
import { errorsDocument } from './error-guide.ts';
import { postmanCollection } from './openapi/postman-collection.ts';
import type { Json } from './openapi/schemas.ts';
import { atAddress, type Guide, readGuides, renderMarkdown } from './render-markdown.ts';

/** The generated documents that the pages need. */
interface Described {
  readonly publicUrl: string;
  /** The OpenAPI document. */
  readonly openapi: () => Json;
}

// The pages load everything from this service, scripts and styles from files only; Swagger UI has its pictures in its
// styles.
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
  }),
  'referrer-policy': 'no-referrer',
};

/** The files that the guides hand out as texts, by their paths below `examples/`. */
const examples = [
  'live-page/list.html',
  'live-page/live.html',
  'live-page/serve.mjs',
  'receivers/receive.php',
  'receivers/receive.py',
  'shell.sh',
];

/** Makes the routes below `/docs`. They need no key and nothing outside of this service. */
export function makeDocs(described: Described): Hono {
  const base = basePath(described.publicUrl);
  let made: ReturnType<typeof makeDocuments> | undefined;
  // Made on the first request: most processes never get one.
  const all = () => (made ??= makeDocuments(described));

  const docs = new Hono();
  docs.use(async (c, next) => {
    // Only a plain path is repeated in a header.
    const path = /^([\w./-]*[\w.-])\/+$/.exec(c.req.path)?.[1];
    return path === undefined ? await next() : c.redirect(base + path, 308);
  });
  // Short addresses, easy to say aloud.
  for (const name of ['graphql', 'client', 'python'])
    docs.get(`/${name}`, (c) => c.redirect(`${base}/docs/guides/${name}`, 308));
  docs.get('/files/:name', async (c) => {
    return (await all().files.send(c.req.raw, c.req.param('name'))) ?? c.notFound();
  });
  docs.get('*', async (c) => {
    const file = all().documents.get(c.req.path);
    return file === undefined ? c.notFound() : await sendRevalidatedFile(c.req.raw, file, pageHeaders);
  });
  return docs;
}

/** Makes all documents, by their paths. */
function makeDocuments({ publicUrl, openapi }: Described): {
  documents: ReadonlyMap<string, StaticFile>;
  files: DocsFiles;
} {
  const base = basePath(publicUrl);
  const files = readDocsFiles();
  const guides = readGuides(publicUrl);
  const errors = { ...renderMarkdown('docs/errors.md', errorsDocument(), publicUrl), path: '/errors' };
  const described = openapi();
  const documents = new Map([
    ['/docs/openapi.json', staticFile(JSON.stringify(described), 'json')],
    ['/docs/postman.json', staticFile(JSON.stringify(postmanCollection(described)), 'json')],
    ['/docs/llms.txt', staticFile(llmsText(guides, publicUrl), 'txt')],
  ]);
  const pages: DocsPage[] = [homePage(guides, { base, publicUrl }), apiPage(base), errors, ...guides];
  for (const page of pages) {
    documents.set(`/docs${page.path}`, staticFile(docsLayout({ base, files, guides }, page), 'html'));
  }
  for (const { path, markdown } of [errors, ...guides]) documents.set(`/docs${path}.md`, staticFile(markdown, 'md'));
  const handOut = (name: string, file: string) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    documents.set(`/docs/client/${name}`, staticFile(atAddress(publicUrl, text), 'txt'));
  };
  for (const name of examples) handOut(name, `examples/${name}`);
  handOut('seller.ts', 'packages/client/seller.ts');
  documents.set('/docs/client/auction-service-client.tgz', staticFile(packNpmPackage(), 'gz'));
  documents.set('/docs/client/auction-service-client.tar.gz', staticFile(packPythonPackage(), 'gz'));
  return { documents, files };
}

/** Makes the first page: a list of the documents, and first steps. */
function homePage(guides: readonly Guide[], { base, publicUrl }: { base: string; publicUrl: string }): DocsPage {
  return {
    title: 'Auction service',
    summary: 'How to sell through timed auctions in which every bid is backed by a card: guides and reference.',
    path: '',
    body: html`<h1>Auction service</h1>
<p class="lead">Sell an item through a timed auction in which every bid is backed by a card. You create the auction through the API and
share its address; bidders bid on that page; when the auction ends, the service charges the highest bidder and releases everyone
else's hold.</p>
<p><a class="button" href="${base}/docs/guides/first-auction">Hold your first auction</a></p>
<h2 id="guides">Guides</h2>
<ul class="cards">${guides.map(({ path, title, summary }) => html`<li><h3><a href="${base}/docs${path}">${title}</a></h3><p>${summary}</p></li>`)}</ul>
<h2 id="reference">Reference</h2>
<ul class="cards">
<li><h3><a href="${base}/docs/api">REST API</a></h3><p>The seven operations of <code>${publicUrl}/v1</code>, to read and to try out.
<a href="${base}/docs/openapi.json">OpenAPI document</a>, <a href="${base}/docs/postman.json">Postman collection</a></p></li>
<li><h3><a href="${base}/graphql">GraphiQL</a></h3><p>The same operations and more in GraphQL, with the documentation of every field.
<a href="${base}/docs/schema.graphql">Schema</a></p></li>
<li><h3><a href="${base}/docs/errors">Error codes</a></h3><p>Every code, its status, and what to do about it.</p></li>
</ul>`,
  };
}

/** Returns the text of `/docs/llms.txt`, which lists the documents as text for assistants. */
function llmsText(guides: readonly Guide[], publicUrl: string): string {
  const docs = `${publicUrl}/docs`;
  return `# Auction service

> Sell an item through a timed auction in which every bid is backed by a card. REST and GraphQL; test sellers move no real money.

## Guides

${guides.map(({ path, title, summary }) => `- [${title}](${docs}${path}.md): ${summary}`).join('\n')}

## Reference

- [OpenAPI document](${docs}/openapi.json): the seven operations of ${publicUrl}/v1
- [Postman collection](${docs}/postman.json): a request for each of them
- [GraphQL schema](${docs}/schema.graphql): the operations of ${publicUrl}/graphql
- [Error codes](${docs}/errors.md): each code, its status, and what to do about it
`;
}

/** Makes the page of Swagger UI with the OpenAPI document, entirely from this service. */
function apiPage(base: string): DocsPage {
  return {
    title: 'API',
    summary: 'The REST API of the auction service, to read and to try out.',
    path: '/api',
    files: ['swagger-ui.css', 'api.css', 'swagger-ui.js', 'api.js'],
    body: html`<p id="loading">Loading the API …</p>
<noscript><p>The viewer needs JavaScript. The same is in the <a href="${base}/docs/openapi.json">OpenAPI document</a>.</p></noscript>
<div id="swagger-ui" data-base="${base}" data-document="${base}/docs/openapi.json"></div>`,
  };
}
