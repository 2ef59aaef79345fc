import { html } from 'hono/html';
import type { DocsPage } from './docs-layout.ts';
import type { Guide } from './guides.ts';

/** Makes the first page: a list of the documents, and first steps. */
export function homePage(guides: readonly Guide[], { base, publicUrl }: { base: string; publicUrl: string }): DocsPage {
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
<a href="${base}/docs/openapi.json">OpenAPI document</a></p></li>
<li><h3><a href="${base}/graphql">GraphiQL</a></h3><p>The same operations and more in GraphQL, with the documentation of every field.
<a href="${base}/docs/schema.graphql">Schema</a></p></li>
<li><h3><a href="${base}/docs/errors">Error codes</a></h3><p>Every code, its status, and what to do about it.</p></li>
</ul>`,
  };
}

/** Returns the text of `/docs/llms.txt`, which lists the documents as text for assistants. */
export function llmsText(guides: readonly Guide[], publicUrl: string): string {
  const docs = `${publicUrl}/docs`;
  return `# Auction service

> Sell an item through a timed auction in which every bid is backed by a card. REST and GraphQL; test sellers move no real money.

## Guides

${guides.map(({ path, title, summary }) => `- [${title}](${docs}${path}.md): ${summary}`).join('\n')}

## Reference

- [OpenAPI document](${docs}/openapi.json): the seven operations of ${publicUrl}/v1
- [GraphQL schema](${docs}/schema.graphql): the operations of ${publicUrl}/graphql
- [Error codes](${docs}/errors.md): each code, its status, and what to do about it
`;
}

/** Makes the page of Swagger UI with the OpenAPI document, entirely from this service. */
export function apiPage(base: string): DocsPage {
  return {
    title: 'API',
    summary: 'The REST API of the auction service, to read and to try out.',
    path: '/api',
    files: ['swagger-ui.css', 'api.css', 'swagger-ui.js', 'api.js'],
    body: html`<p id="loading">Loading the API …</p>
<noscript><p>The viewer needs JavaScript. What it shows is in the <a href="${base}/docs/openapi.json">OpenAPI document</a>.</p></noscript>
<div id="swagger-ui" data-base="${base}" data-document="${base}/docs/openapi.json"></div>`,
  };
}
