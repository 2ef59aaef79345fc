import type { Context } from 'hono';
import { placeBid } from '../bids/place-bid.ts';
import { continueBid } from '../bids/continue-bid.ts';
import type { PlacedBid } from '../bids/placed-bid.ts';
import { isUuid } from '../core/uuid.ts';
import { type FailureCode, failureDetails } from '../payments/failure-code.ts';
import { readBrowser } from './browser-cookie.ts';
import { type CheckedBid, checkBidForm, type TypedValues } from './check-bid-form.ts';
import { clientAddress } from '../limits/client-address.ts';
import { declineCosts } from './limits.ts';
import { isConfirmed, neededConfirmations } from './needed-confirmations.ts';
import type { PageDeps } from './page-deps.ts';
import { readForm } from './read-form.ts';
import { sendAuction } from './send-auction.ts';
import { sendMessage, sendPage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';
import { confirmView } from './views/confirm-view.ts';
import { type Visit, visitAuction } from './visit.ts';

/** The form of the page: places a bid, asks for a confirmation first, or says what is wrong with it. */
export async function submitBid(c: Context, deps: PageDeps): Promise<Response> {
  const form = await readForm(c);
  const token = form?.get('token') ?? '';
  if (form === null || !isUuid(token)) {
    return sendMessage(c, deps, {
      status: 400,
      heading: 'This form cannot be read',
      detail: 'Go back to the auction, and send its form again.',
    });
  }
  const hadCookie = readBrowser(c, deps.config.publicUrl) !== null;
  const bidderId = form.get('bidderId');
  const visit = await visitAuction(c, deps, bidderId === undefined ? [] : [bidderId]);
  const values = { amount: form.get('amount') ?? '', email: form.get('email') ?? '' };

  // Two taps, a reload: the first one counts, and none of the questions is asked again.
  const sent = visit.own.find(({ submissionToken }) => submissionToken === token);
  if (sent !== undefined) return toOutcome(c, visit, token, await continueBid(deps, sent.authorizationId));

  if (visit.gateway === null || visit.bidder.fault !== null) return sendAuction(c, deps, visit, { status: 409 });
  if (!hadCookie) {
    return sendAuction(c, deps, visit, { status: 409, values, refusal: cookieNeeded });
  }
  const checked = checkBidForm(form, { bounds: visit.bounds, provider: visit.gateway.name, now: visit.auction.now });
  if (form.has('change')) return sendAuction(c, deps, visit, { values });
  if ('faults' in checked) return sendAuction(c, deps, visit, { status: 422, values, faults: checked.faults });
  const { bid } = checked;
  const needed = neededConfirmations(bid.valueInCents, visit.auction);
  if (!isConfirmed(form.get('confirmed') ?? '', bid.valueInCents, needed)) {
    const main = confirmView({ ...visit, bid, needed, bidderId: visit.bidder.bidderId, submissionToken: token });
    return sendPage(c, deps, {
      title: `Confirm · ${visit.auction.title}`,
      main,
      isTest: visit.auction.mode === 'test',
    });
  }
  return await bidWithCard(c, deps, { visit, bid, token, values });
}

async function bidWithCard(
  c: Context,
  deps: PageDeps,
  { visit, bid, token, values }: { visit: Visit; bid: CheckedBid; token: string; values: TypedValues },
): Promise<Response> {
  const { auction, browserId, bidder, links } = visit;
  const { limits, config } = deps;
  const address = clientAddress(c, config.trustedProxies);
  const waitSeconds = Math.max(
    await limits.take('cardsOfBrowser', browserId),
    await limits.take('cardsOfAddress', address),
  );
  if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);

  const placed = await placeBid(deps, {
    auctionId: auction.auctionId,
    bidderId: bidder.bidderId ?? bid.email,
    email: bid.email,
    valueInCents: bid.valueInCents,
    submissionToken: token,
    browserId,
    cardToken: bid.cardToken,
    returnUrl: new URL(links.return(token), config.publicUrl).href,
  });
  if (placed.outcome === 'refused' && isCardsFault(placed.code)) {
    await limits.take('cardsOfBrowser', browserId, declineCosts);
    await limits.take('cardsOfAddress', address, declineCosts);
  }
  if (placed.outcome === 'refused' && placed.authorizationId === null) {
    // The auction said no before any card was asked: there is nothing to come back to.
    const now = await visitAuction(c, deps, bidder.bidderId === null ? [] : [bidder.bidderId]);
    return sendAuction(c, deps, now, {
      status: 409,
      values,
      refusal: { heading: 'The bid was not placed', detail: failureDetails[placed.code] },
    });
  }
  return toOutcome(c, visit, token, placed);
}

/** Answers with where to go on, never with a page: a reload of that is no second submit. */
function toOutcome(c: Context, { links, own }: Visit, token: string, placed: PlacedBid): Response {
  if (placed.outcome === 'challenged') return c.redirect(links.challenge(token), 303);
  const sentBefore = own.some(({ submissionToken }) => submissionToken === token);
  return c.redirect(links.page({ token, sentBefore }), 303);
}

const cardsFaults: readonly FailureCode[] = [
  'card_declined',
  'insufficient_funds',
  'card_expired',
  'incorrect_cvc',
  'card_not_accepted',
  'authentication_failed',
];

function isCardsFault(code: FailureCode): boolean {
  return cardsFaults.includes(code);
}

const cookieNeeded = {
  heading: 'Your browser does not keep our cookie',
  detail:
    'Allow cookies for this site, then send the form again: only by its cookie can your browser, and nobody else, be shown your bid. Nothing has been held on your card.',
};
