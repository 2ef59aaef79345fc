import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import type { PosterQuery } from '../generated/answers.ts';
import type { Given, SellerPage } from '../seller-page.ts';

/** Shows the address of an auction as a QR code, to be printed. */
export const posterPage: SellerPage<Given<PosterQuery, 'auction'>> = {
  route: '/auctions/:auctionId/poster',
  place: 'auctions',
  document: `
query Poster($auctionId: ID!) {
  auction(auctionId: $auctionId) { title auctionUrl }
}`,
  view: (visit, { auction: { title, auctionUrl } }) => {
    const { share: words } = visit.words;
    const main = html`<p class="unprinted"><a href="${visit.base}/auctions/${visit.param('auctionId')}">${visit.locale.words.transcript.back}</a></p>
<div class="poster"><h1 dir="auto">${title}</h1>
<p>${words.scan}</p>
<div class="qr" role="img" aria-label="${words.code}">${raw(renderSVG(auctionUrl, { border: 4 }))}</div>
<p class="address" dir="ltr">${auctionUrl}</p></div>
<p class="unprinted"><button type="button" class="button" data-print hidden>${words.print}</button></p>`;
    return { title: `${words.poster} · ${title}`, main };
  },
};
