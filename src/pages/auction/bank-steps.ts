import type { Context } from 'hono';
import { continueBid, giveUpBid } from '../../auctions/bids/continue-bid.ts';
import type { EarlierBid } from './own-bid.ts';
import { setBidOutcome } from '../../core/request-context.ts';
import type { Challenge } from '../../payments/providers/observation.ts';
import type { ProviderPage } from '../../payments/providers/provider-page.ts';
import { type BiddingVisit, limitReread, visitToBid } from './visit.ts';
import type { PageDeps } from './page-deps.ts';
import { readForm } from '../../core/read-form.ts';
import { sendMessage, sendPage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';

/** Shows the bank's question about a hold (3-D Secure), as the provider draws it. */
export async function showChallenge(c: Context, deps: PageDeps): Promise<Response> {
  const { visit, own } = await visitOwnBid(c, deps);
  if (own === null) return c.redirect(visit.links.page({ token: bidOfUrl(c) }), 303);
  const { links, auction, locale } = visit;
  const waitSeconds = await limitReread(deps, visit);
  if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);
  const token = own.submissionToken;
  const placed = await continueBid(deps, own.authorizationId);
  if (placed.outcome !== 'challenged') return c.redirect(links.page({ token }), 303);

  const { challenge } = placed;
  const provider = pageOf(deps, challenge);
  const view = await provider.showChallenge(challenge, {
    amount: locale.dollars(own.valueInCents),
    language: locale.language,
    answer: links.challenge(token),
    return: links.return(token),
  });
  if (view === null) return c.redirect(links.return(token), 303);
  const { main, playsBank } = view;
  const title = playsBank ? view.title : `${view.title} · ${auction.title}`;
  return sendPage(c, deps, locale, { title, main, isTest: auction.mode === 'test', provider });
}

/** The bidder's answer to a bank whose part the page plays. */
export async function answerBank(c: Context, deps: PageDeps): Promise<Response> {
  const sent = await readForm(c);
  const { visit, own } = await visitOwnBid(c, deps);
  const waitSeconds = own === null ? 0 : await limitReread(deps, visit);
  if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);
  const placed = own === null ? null : await continueBid(deps, own.authorizationId);
  const challenge = placed?.outcome === 'challenged' ? placed.challenge : null;
  const provider = challenge === null ? visit.provider : pageOf(deps, challenge);
  if (sent === null || provider === null || !(await provider.answerChallenge(challenge, sent.fields))) {
    return sendMessage(c, deps, { status: 400, message: 'unreadableAnswer' });
  }
  if (own === null) return c.redirect(visit.links.page({ token: bidOfUrl(c) }), 303);
  return c.redirect(visit.links.return(own.submissionToken), 303);
}

/** Rereads a bid after the bank's question, or when the bidder checks again, and leads to its outcome. */
export async function returnFromBank(c: Context, deps: PageDeps): Promise<Response> {
  const { visit, own } = await visitOwnBid(c, deps);
  const { links } = visit;
  if (own === null) return c.redirect(links.page({ token: bidOfUrl(c) }), 303);
  const waitSeconds = await limitReread(deps, visit);
  if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);
  const placed = await continueBid(deps, own.authorizationId);
  setBidOutcome(placed);
  const token = own.submissionToken;
  return c.redirect(placed.outcome === 'challenged' ? links.challenge(token) : links.page({ token }), 303);
}

/** Gives up a bid that waits for the bank's question, for nobody but the browser that sent it. */
export async function giveUp(c: Context, deps: PageDeps): Promise<Response> {
  await readForm(c);
  const { visit, own } = await visitOwnBid(c, deps);
  const { links } = visit;
  if (own === null || !own.isOfBrowser) return c.redirect(links.page({ token: bidOfUrl(c) }), 303);
  const waitSeconds = await limitReread(deps, visit);
  if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);
  setBidOutcome(await giveUpBid(deps, own.authorizationId));
  return c.redirect(links.page({ token: own.submissionToken }), 303);
}

function pageOf({ providerPages }: PageDeps, { provider }: Challenge): ProviderPage {
  const page = providerPages[provider];
  if (page === null) throw new Error(`A challenge has come from ${provider}, which is not configured.`);
  return page;
}

/** @returns `own`: `null` when this browser has not sent the form; an address alone shows nothing */
async function visitOwnBid(c: Context, deps: PageDeps): Promise<{ visit: BiddingVisit; own: EarlierBid | null }> {
  const visit = await visitToBid(c, deps);
  const token = bidOfUrl(c);
  return { visit, own: visit.own.find(({ submissionToken }) => submissionToken === token) ?? null };
}

function bidOfUrl(c: Context): string {
  return c.req.query('bid') ?? '';
}
