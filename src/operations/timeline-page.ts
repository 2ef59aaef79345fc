import { html } from 'hono/html';
import { findTimeline, sentenceOf, type TimelineEntry } from '../settlement/admin/auction-timeline.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Deps } from '../payments/deps.ts';
import { adminPage, type Html } from './admin-layout.ts';

/**
 * Makes the page that lists what happened to an auction, oldest first.
 *
 * @param place the cursors `after` or `before`, as they stand in the address
 */
export async function timelinePage(
  deps: Deps,
  base: string,
  auctionId: string,
  place: { readonly after: string | undefined; readonly before: string | undefined },
): Promise<Response> {
  const where = { auctionId };
  const auction = isUuid(auctionId)
    ? await deps.db.prisma.auction.findUnique({ where, select: { title: true } })
    : null;
  const timeline = auction === null ? null : await findTimeline(deps, auctionId, place).catch(nullIfRefused);
  if (auction === null || timeline === null) {
    return adminPage({
      title: 'No such page',
      status: 404,
      main: html`<main><h1>No such page</h1><p><a href="${base}/admin">Operations</a></p></main>`,
    });
  }
  const { nodes, pageInfo } = timeline;
  const path = `${base}/admin/auctions/${auctionId}`;
  return adminPage({
    title: auction.title,
    main: html`<main>
<div class="top"><h1>${auction.title}</h1><a href="${base}/admin">Operations</a></div>
<p class="soft">Auction <code>${auctionId}</code>. Instants are by the database’s clock.</p>
<ol class="rows">
${nodes.map(entryRow)}
</ol>
<p class="links">${pageInfo.hasPreviousPage ? html`<a href="${path}?before=${pageInfo.startCursor}">Earlier</a>` : ''}
${pageInfo.hasNextPage ? html`<a href="${path}?after=${pageInfo.endCursor}">Later</a>` : ''}</p>
</main>`,
  });
}

/** A cursor comes from the address, where anything may stand. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

const idNames = ['bidId', 'authorizationId', 'holdId', 'eventId', 'deliveryId', 'entryId'] as const;

function entryRow(entry: TimelineEntry): Html {
  const ids = idNames.flatMap((name) => {
    const id = entry[name];
    return id === null ? [] : [html` <span>${name} <code>${id}</code></span>`];
  });
  const amount = entry.valueInCents === null ? '' : ` ${(entry.valueInCents / 100).toFixed(2)} USD`;
  return html`<li><time datetime="${entry.at.toISOString()}">${entry.at.toISOString().replace('T', ' ').replace('Z', ' UTC')}</time>
<strong>${sentenceOf(entry)}</strong>${amount}<small>${ids}</small></li>`;
}
