import { html } from 'hono/html';
import { isolated } from '../../auction/views/isolated.ts';
import { mutationForm } from '../mutation-form.ts';
import type { CancelAuctionQuery } from '../generated/answers.ts';
import type { Given, SellerPage } from '../seller-page.ts';
import { money } from '../views/auction-parts.ts';
import { formOf } from '../views/form-of.ts';

/** Asks before an auction is cancelled, and says what that means. */
export const cancelPage: SellerPage<Given<CancelAuctionQuery, 'auction'>> = {
  route: '/auctions/:auctionId/cancel',
  place: 'auctions',
  document: `
query CancelAuction($auctionId: ID!) {
  auction(auctionId: $auctionId) {
    auctionId title phase outcome bidCount
    ledger { balance { heldInCents } }
  }
}`,
  view: (visit, { auction }, sent) => {
    const { words, base } = visit;
    const { cancel } = words;
    const { bidCount, ledger } = auction;
    const back = html`<a class="button secondary small" href="${base}/auctions/${auction.auctionId}">${cancel.keep}</a>`;
    const holds =
      bidCount === null || ledger === null
        ? cancel.unread
        : bidCount === 0
          ? cancel.noBid
          : cancel.holds({
              bids: visit.locale.words.preview.bids({ count: bidCount }),
              value: html`<b>${money(visit, ledger.balance.heldInCents)}</b>`,
            });
    const form = formOf(visit, sent, 'cancel');
    const main = html`<div class="card">
<h1>${cancel.heading({ title: isolated(auction.title) })}</h1>
${
  auction.phase === 'FINAL'
    ? html`<p>${cancel.over}</p><p class="buttons">${back}</p>`
    : html`<ul class="meaning"><li>${holds}</li><li>${cancel.notTold}</li><li>${cancel.forever}</li></ul>
${form.form(html`<p class="buttons"><button class="button small danger">${cancel.button}</button> ${back}</p>`)}`
}
</div>`;
    return { title: cancel.title, main };
  },
  forms: {
    cancel: mutationForm({
      mutation: 'cancelAuction',
      next: (visit) => `/auctions/${visit.param('auctionId')}`,
      done: 'cancelled',
    }),
  },
};
