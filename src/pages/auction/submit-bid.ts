import type { Context } from 'hono';
import { findBan } from '../../auctions/bidders/bans.ts';
import { continueBid } from '../../auctions/bids/continue-bid.ts';
import { highestOf } from './own-bid.ts';
import { placeBid } from '../../auctions/bids/place-bid.ts';
import type { PlacedBid } from '../../auctions/bids/record-bid.ts';
import { setBidOutcome } from '../../core/request-context.ts';
import { isTimeZone } from '../../core/language-formats.ts';
import { isUuid } from '../../core/uuid.ts';
import { clientAddress } from '../../core/request-headers.ts';
import { type FailureCode, providerRefusalOf } from '../../payments/providers/failure-code.ts';
import { readBrowser } from './browser-cookie.ts';
import { bidsOfSender, cardStepOf } from './card-step-of.ts';
import { checkBidTerms, type CheckedBid, hasCard, isConfirmed, type TypedValues } from './check-bid-form.ts';
import { declineCosts } from './page-limits.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { parseDollars } from './parse-dollars.ts';
import { buyNowWithin } from './auction-state.ts';
import { type Phase, phaseOf } from '../../auctions/phase.ts';
import { readForm, type TypedFields } from '../../core/read-form.ts';
import { sendAuction, type Showing } from './send-auction.ts';
import { sendMessage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';
import { type BiddingVisit, limitReread, visitAuction, visitToBid } from './visit.ts';

/** The form of the page: places a bid, asks for the card or a confirmation first, or says what is wrong with it. */
export async function submitBid(c: Context, deps: PageDeps): Promise<Response> {
  const form = (await readForm(c))?.fields;
  const token = form?.get('token') ?? '';
  if (form === undefined || !isUuid(token)) {
    return sendMessage(c, deps, { status: 400, message: 'unreadableForm' });
  }
  const hadCookie = readBrowser(c, deps.config.publicUrl) !== null;
  // Nearly every form with a card places a bid and shows no page, so its page is read only if it is shown again.
  const isLastStep = hadCookie && hasCard(form) && !form.has('change');
  const page = isLastStep ? null : await visitAuction(c, deps);
  const visit = page ?? (await visitToBid(c, deps));
  const show = async (showing: Showing) => sendAuction(c, deps, page ?? (await visitAuction(c, deps)), showing);
  const { locale } = visit;
  const values = { amount: form.get('amount') ?? '', email: form.get('email') ?? '' };

  // Two taps, a reload: the first one counts, and none of the questions is asked again.
  const sent = visit.own.find(({ submissionToken }) => submissionToken === token);
  if (sent !== undefined) {
    const waitSeconds = await limitReread(deps, visit);
    if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);
    return toOutcome(c, visit, token, await continueBid(deps, sent.authorizationId));
  }

  const lateCode = failureIn[phaseOf(visit.auction)];
  if (lateCode !== null) return show(refusing(locale, { code: lateCode, values }));
  if (visit.bidder.fault !== null) return show(refusing(locale, { code: 'bidder_not_signed', values, status: 409 }));
  if (visit.signatureFault !== null) return show(refusing(locale, { code: 'bidder_not_signed', values }));
  if (visit.provider === null) return show(refusing(locale, { code: 'seller_cannot_be_paid', values }));
  if (!hadCookie) return show({ status: 409, values, refusal: locale.words.refusals.noCookie });
  if (form.has('change')) return show({ values: asTyped(locale, values) });
  const price = form.has('buy') ? buyNowWithin(visit.auction, visit.bounds) : null;
  // A bid stands by now, or the seller has removed the price or raised the minimum.
  if (form.has('buy') && String(price) !== form.get('buy')) {
    const code = visit.auction.leadingBidId !== null ? 'buy_now_gone' : 'buy_now_removed';
    return show(refusing(locale, { code, values }));
  }
  const checked = checkBidTerms(locale, form, visit.bounds, price);
  if ('faults' in checked) return show({ status: 422, values, faults: checked.faults });
  const { terms } = checked;
  const highest = highestOf(bidsOfSender(visit, terms));
  if (terms.valueInCents <= highest) {
    const detail = locale.words.faults.belowOwnBid({ value: locale.dollars(highest) });
    return show({ status: 422, values, faults: [{ field: 'amount', detail }] });
  }
  // The statement that records a bid refuses this bidder as well. Nobody should type a card for that.
  const { sellerId } = visit.auction;
  const bidderId = visit.bidder.bidderId ?? terms.email;
  if (!hasCard(form) && (await findBan(deps.db, sellerId, bidderId)) !== null) {
    return show(refusing(locale, { code: 'bidder_banned', values }));
  }
  const step = cardStepOf(visit, terms);
  if (!hasCard(form)) return show({ values, submissionToken: token, step });
  const card = visit.provider.readCard(form, visit.auction.now, locale.language);
  if ('faults' in card) {
    const again = { ...step, typedCard: card.typed };
    return show({ status: 422, values, submissionToken: token, step: again, faults: card.faults });
  }
  if (!isConfirmed(form.get('confirmed') ?? '', terms.valueInCents, step.needed)) {
    return show({ values, submissionToken: token, step: { ...step, cardToken: card.cardToken } });
  }
  const bid = { ...terms, cardToken: card.cardToken };
  return await bidWithCard(c, deps, { visit, bid, token, values, form });
}

async function bidWithCard(
  c: Context,
  deps: PageDeps,
  sent: { visit: BiddingVisit; bid: CheckedBid; token: string; values: TypedValues; form: TypedFields },
): Promise<Response> {
  const { visit, bid, token, values, form } = sent;
  const { auction, browserId, bidder, links } = visit;
  const { limits, config } = deps;
  const address = clientAddress(c, config.trustedProxies);
  // A bidder whose bid stands here goes on, however many bids have come from others at the same address.
  const hasBid = visit.own.some(({ bidId }) => bidId !== null);
  const waitSeconds =
    (await limits.take('bidsOfBrowser', browserId)) || (hasBid ? 0 : await limits.take('bidsOfIp', address));
  if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds, { form, submit: links.bids });

  const placed = await placeBid(deps, {
    auctionId: auction.auctionId,
    bidderId: bidder.bidderId ?? bid.email,
    isSigned: visit.isSigned,
    email: bid.email,
    valueInCents: bid.valueInCents,
    isPurchase: bid.isPurchase,
    submissionToken: token,
    browserId,
    language: visit.locale.language,
    ...timeZoneIn(form),
    cardToken: bid.cardToken,
    returnUrl: new URL(links.return(token), config.publicUrl).href,
  });
  if (placed.outcome === 'refused' && providerRefusalOf(placed.code)?.asksForCard === true) {
    await limits.take('bidsOfBrowser', browserId, declineCosts);
    await limits.take('bidsOfIp', address, declineCosts);
  }
  if (placed.outcome === 'refused' && placed.authorizationId === null) {
    setBidOutcome(placed);
    // The auction refused the bid before the provider got the card: there is no bid to count or to show.
    await limits.giveBack('bidsOfBrowser', browserId, 1);
    if (!hasBid) await limits.giveBack('bidsOfIp', address, 1);
    const now = await visitAuction(c, deps);
    return sendAuction(c, deps, now, refusing(now.locale, { code: placed.code, values }));
  }
  return toOutcome(c, visit, token, placed);
}

/** The time zone that the page's script has put into the form, if it is one. */
function timeZoneIn(form: TypedFields): { timeZone: string } | null {
  const timeZone = form.get('timeZone') ?? '';
  return isTimeZone(timeZone) ? { timeZone } : null;
}

/** Says why the auction has refused the bid: no bid was placed, and nothing is held for it. */
function refusing(
  { words: { states, failures, hold } }: Locale,
  {
    code,
    values,
    status = code === 'bidder_not_signed' ? 403 : 409,
  }: { code: FailureCode; values: TypedValues; status?: 403 | 409 },
): Showing {
  const { label, detail } = states.not_placed;
  const said = detail({ reason: failures[code], hold: hold({ isReleasing: false }) });
  return { status, values, refusal: { heading: label, detail: said } };
}

/** The code that refuses a bid in each phase; `null` while bids are taken. */
const failureIn: Record<Phase, FailureCode | null> = {
  upcoming: 'auction_not_open_yet',
  open: null,
  closing: 'auction_ended',
  sold: 'auction_ended',
  unsold: 'auction_ended',
  cancelled: 'auction_cancelled',
};

/** Answers with where to go on, never with a page: a reload of that is no second submit. */
function toOutcome(c: Context, { links, own }: BiddingVisit, token: string, placed: PlacedBid): Response {
  setBidOutcome(placed);
  const sentBefore = own.some(({ submissionToken }) => submissionToken === token);
  const next = placed.outcome === 'challenged' ? links.challenge(token) : links.page({ token, sentBefore });
  // The page's script cannot see where a redirect leads without following it.
  return c.req.header('accept') === 'application/json, text/html' ? c.json({ next }) : c.redirect(next, 303);
}

/** Writes the amount of the second step, which a neutral form brings along, as it would be typed. */
function asTyped(locale: Locale, { amount, email }: TypedValues): TypedValues {
  const parsed = parseDollars(locale, amount);
  return { amount: 'cents' in parsed ? locale.typedDollars(parsed.cents) : amount, email };
}
