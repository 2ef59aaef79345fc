import { html } from 'hono/html';
import type { DocsPage } from './docs-layout.ts';
import type { Guide } from './render-guide.ts';

/** Makes the first page: a list of the documents, and first steps. */
export function homePage(guides: readonly Guide[], { base, publicUrl }: { base: string; publicUrl: string }): DocsPage {
  return {
    title: 'Auction service',
    summary: 'How to sell through timed auctions in which every bid is backed by a card: guides and reference.',
    path: '',
    contents: [],
    body: html`<h1>Auction service</h1>
<p class="lead">Sell an item through a timed auction in which every bid is backed by a card. You create the auction through the API and
share its address; bidders bid on that page; when the auction ends, the service charges the highest bidder and releases everyone
else's hold.</p>
<p><a class="button" href="${base}/docs/guides/first-auction">Hold your first auction</a></p>
<h2 id="guides">Guides</h2>
<ul class="cards">${guides.map(({ name, title, summary }) => html`<li><h3><a href="${base}/docs/guides/${name}">${title}</a></h3><p>${summary}</p></li>`)}</ul>
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
