import type { Context } from 'hono';
import { html } from 'hono/html';
import { basePath } from '../../core/base-path.ts';
import { ready } from '../../core/html-page.ts';
import { isUuid } from '../../core/uuid.ts';
import { lotsPath } from '../../auctions/presentation/seller-profile.ts';
import { lotsLinks } from './page-links.ts';
import { localeOf } from './choose-language.ts';
import { findLots, maxLotsPages } from './find-lots.ts';
import type { PageDeps } from './page-deps.ts';
import { accentStyle } from './page-files.ts';
import { sendMessage, sendPage } from './send-page.ts';
import { withoutDirections } from './views/isolated.ts';
import { lotsView } from './views/lots-view.ts';
import { carriedBy } from './visit.ts';

/** Sends the page of a seller's open lots, to those whom the seller lets find it. */
export async function sendLots(c: Context, deps: PageDeps): Promise<Response> {
  const sellerId = (c.req.param('sellerId') ?? '').toLowerCase();
  const page = Number(c.req.query('page') ?? '1');
  const isPage = Number.isInteger(page) && page >= 1 && page <= maxLotsPages;
  const found = isPage && isUuid(sellerId) ? await findLots(deps.db, sellerId, page) : null;
  if (found === null) return await sendMessage(c, deps, { status: 404, message: 'noSuchPage' });
  const { seller } = found;
  const locale = localeOf(c, seller.language);
  const { publicUrl } = deps.config;
  const name = seller.displayName ?? seller.name;
  const title = ready(locale.words.lots.heading({ seller: html`${withoutDirections(name)}` }));
  const carried = carriedBy(c);
  const url = `${publicUrl}${lotsPath(sellerId)}`;
  return await sendPage(c, deps, locale, {
    title,
    main: lotsView(locale, {
      ...found,
      name,
      page,
      base: basePath(publicUrl),
      links: lotsLinks(publicUrl, sellerId, carried),
    }),
    head: html`<meta name="description" content="${title}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
<link rel="canonical" href="${page === 1 ? url : `${url}?page=${page}`}">`,
    isTest: seller.mode === 'test',
    // A link that names a bidder is that bidder's.
    isIndexed: seller.lotsPage === 'INDEXED' && seller.mode === 'live' && carried.bidder.parameters.length === 0,
    accent: accentStyle(seller.accentColor),
  });
}
