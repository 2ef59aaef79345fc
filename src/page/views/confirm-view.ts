import { html } from 'hono/html';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { CheckedBid } from '../check-bid-form.ts';
import { type Confirmation, writeConfirmed } from '../needed-confirmations.ts';
import type { PageLinks } from '../page-links.ts';
import { showDollars } from '../show-dollars.ts';
import { holdTerms } from './hold-terms.ts';
import type { Html } from './layout.ts';

/** Asks once more, before any card is touched. What was typed comes along; of the card only what stands for it. */
export function confirmView(content: {
  auction: PublicAuction;
  bid: CheckedBid;
  needed: readonly Confirmation[];
  links: PageLinks;
  bidderId: string | null;
  submissionToken: string;
}): Html {
  const { auction, bid, needed, links, bidderId, submissionToken } = content;
  const value = showDollars(bid.valueInCents);
  const fields = {
    ...(bidderId === null ? {} : { bidderId }),
    token: submissionToken,
    amount: (bid.valueInCents / 100).toFixed(2),
    email: bid.email,
    cardToken: bid.cardToken,
    confirmed: writeConfirmed(bid.valueInCents, needed),
  };
  return html`<main class="narrow">
<p class="crumb"><a href="${links.page()}">${auction.title}</a></p>
<div class="card">
<h1 tabindex="-1" autofocus>Is <span class="money">${value}</span> right?</h1>
${needed.map((kind) => html`<p class="notice">${reasons[kind](auction)}</p>`)}
<p>Nothing has been held on your card yet.</p>
<form method="post" action="${links.submit}">
${Object.entries(fields).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
<button type="submit" class="button" data-busy="Asking your bank …">Yes, bid ${value}</button>
<button type="submit" class="button secondary" name="change" value="1">No, change the bid</button>
</form>
${holdTerms(auction.biddingPeriodEndsAt, 'h2')}
</div>
</main>`;
}

const reasons: Record<Confirmation, (auction: PublicAuction) => Html> = {
  high: ({ leadingValueInCents, minimumBidValueInCents }) =>
    leadingValueInCents !== null && leadingValueInCents >= minimumBidValueInCents
      ? html`<b>This is a very high bid:</b> at least ten times the leading bid of <span class="money">${showDollars(leadingValueInCents)}</span>. If you win, you pay all of it.`
      : html`<b>This is a very high bid:</b> at least ten times the minimum of <span class="money">${showDollars(minimumBidValueInCents)}</span>. If you win, you pay all of it.`,
  backup: ({ leadingValueInCents }) =>
    html`<b>This bid will not lead:</b> the leading bid is <span class="money">${showDollars(leadingValueInCents ?? 0)}</span>. Yours would be a backup: binding and held like any other, and it
wins only if the cards of all higher bids fail.`,
};
