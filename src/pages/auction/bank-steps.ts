import type { Context } from 'hono';
import { continueBid, giveUpBid } from '../../auctions/bids/continue-bid.ts';
import type { EarlierBid } from './own-bid.ts';
import { setBidOutcome } from '../../core/request-context.ts';
import type { Challenge } from '../../payments/providers/observation.ts';
import type { ProviderPage } from '../../payments/providers/provider-page.ts';
import { type BiddingVisit, limitReread, visitToBid } from './visit.ts';
import type { PageDeps } from './page-deps.ts';
import { readForm, type TypedFields } from '../../core/read-form.ts';
import { sendMessage, sendPage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';

interface OwnStep {
  readonly visit: BiddingVisit;
  readonly own: EarlierBid;
  /** `null`: none came, or it cannot be read. */
  readonly form: TypedFields | null;
}

/** Makes a step about a bid that this browser has sent. Everybody else is led to the page: an address alone shows nothing. */
function stepOfOwnBid(step: (c: Context, deps: PageDeps, of: OwnStep) => Promise<Response>) {
  return async (c: Context, deps: PageDeps): Promise<Response> => {
    const form = c.req.method === 'POST' ? ((await readForm(c))?.fields ?? null) : null;
    const visit = await visitToBid(c, deps);
    const token = c.req.query('bid') ?? '';
    const own = visit.own.find(({ submissionToken }) => submissionToken === token);
    if (own === undefined) return c.redirect(visit.links.page({ token }), 303);
    const waitSeconds = await limitReread(deps, visit);
    return waitSeconds > 0 ? sendTooMany(c, deps, waitSeconds) : step(c, deps, { visit, own, form });
  };
}

/** Shows the bank's question about a hold (3-D Secure), as the provider draws it. */
export const showChallenge = stepOfOwnBid(async (c, deps, { visit, own }) => {
  const { links, auction, locale } = visit;
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
});

/** The bidder's answer to a bank whose part the page plays. */
export const answerBank = stepOfOwnBid(async (c, deps, { visit, own, form }) => {
  const placed = await continueBid(deps, own.authorizationId);
  const challenge = placed.outcome === 'challenged' ? placed.challenge : null;
  const provider = challenge === null ? visit.provider : pageOf(deps, challenge);
  if (form === null || provider === null || !(await provider.answerChallenge(challenge, form))) {
    return sendMessage(c, deps, { status: 400, message: 'unreadableAnswer' });
  }
  return c.redirect(visit.links.return(own.submissionToken), 303);
});

/** Rereads a bid after the bank's question, or when the bidder checks again, and leads to its outcome. */
export const returnFromBank = stepOfOwnBid(async (c, deps, { visit: { links }, own }) => {
  const placed = await continueBid(deps, own.authorizationId);
  setBidOutcome(placed);
  const token = own.submissionToken;
  return c.redirect(placed.outcome === 'challenged' ? links.challenge(token) : links.page({ token }), 303);
});

/** Gives up a bid that waits for the bank's question, for nobody but the browser that sent it. */
export const giveUp = stepOfOwnBid(async (c, deps, { visit: { links }, own }) => {
  if (own.isOfBrowser) setBidOutcome(await giveUpBid(deps, own.authorizationId));
  return c.redirect(links.page({ token: own.submissionToken }), 303);
});

function pageOf({ providerPages }: PageDeps, { provider }: Challenge): ProviderPage {
  const page = providerPages[provider];
  if (page === null) throw new Error(`A challenge has come from ${provider}, which is not configured.`);
  return page;
}
