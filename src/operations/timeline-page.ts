import { html } from 'hono/html';
import { findTimeline, sentenceOf, type TimelineEntry } from '../settlement/admin/auction-timeline.ts';
import { isUuid } from '../core/uuid.ts';
import type { Deps } from '../payments/deps.ts';
import { adminPage, type Html } from './admin-layout.ts';

/** The entries of one page. */
const pageSize = 100;

/**
 * Makes the page that lists what happened to an auction, oldest first.
 *
 * @param state.offset the number of entries to pass over, as it stands in the address
 */
export async function timelinePage(
  deps: Deps,
  base: string,
  { auctionId, offset: asked }: { readonly auctionId: string; readonly offset: string | undefined },
): Promise<Response> {
  const where = { auctionId };
  const auction = isUuid(auctionId)
    ? await deps.db.prisma.auction.findUnique({ where, select: { title: true } })
    : null;
  if (auction === null) {
    return adminPage({
      title: 'No such auction',
      status: 404,
      main: html`<main><h1>No such auction</h1><p><a href="${base}/admin">Operations</a></p></main>`,
    });
  }
  const offset = /^\d{1,6}$/.test(asked ?? '') ? Number(asked) : 0;
  const entries = await findTimeline(deps, auctionId, { limit: pageSize, offset });
  const path = `${base}/admin/auctions/${auctionId}`;
  return adminPage({
    title: auction.title,
    main: html`<main>
<div class="top"><h1>${auction.title}</h1><a href="${base}/admin">Operations</a></div>
<p class="soft">Auction <code>${auctionId}</code>. Instants are by the database’s clock.</p>
<ol class="rows">
${entries.map(entryRow)}
</ol>
<p class="links">${offset === 0 ? '' : html`<a href="${path}?offset=${Math.max(0, offset - pageSize)}">Earlier</a>`}
${entries.length < pageSize ? '' : html`<a href="${path}?offset=${offset + pageSize}">Later</a>`}</p>
</main>`,
  });
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
