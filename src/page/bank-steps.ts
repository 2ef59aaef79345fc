import type { Context } from 'hono';
import { continueBid } from '../bids/continue-bid.ts';
import type { OwnBid } from '../bids/find-own-bids.ts';
import { answerChallenge, findChallenge } from '../payments/simulated/challenges.ts';
import { stripeScriptUrl } from '../payments/stripe/payment-element-options.ts';
import type { PageDeps } from './page-deps.ts';
import { readForm } from './read-form.ts';
import { sendMessage, sendPage } from './send-page.ts';
import { simulatedChallenge, stripeChallenge } from './views/challenge-view.ts';
import { type Visit, visitAuction } from './visit.ts';

/** Where the bidder talks to the bank about a hold (3-D Secure): the simulated bank's own page, or Stripe's window. */
export async function showChallenge(c: Context, deps: PageDeps): Promise<Response> {
  const { visit, own } = await visitOwnBid(c, deps);
  if (own === null) return c.redirect(visit.links.page({ token: bidOfUrl(c) }), 303);
  const { links, auction } = visit;
  const token = own.submissionToken;
  const placed = await continueBid(deps, own.authorizationId);
  if (placed.outcome !== 'challenged') return c.redirect(links.page({ token }), 303);

  const { challenge } = placed;
  if (challenge.provider === 'simulated') {
    const pending = await findChallenge(deps, challenge.challengeId);
    if (pending === null) return c.redirect(links.return(token), 303);
    return sendPage(c, deps, {
      title: 'Simulated bank',
      main: simulatedChallenge(pending, { links, token }),
      isTest: true,
    });
  }
  const { stripe } = deps.config;
  if (stripe === null) throw new Error('Stripe has sent a challenge, but is not configured.');
  return sendPage(c, deps, {
    title: `Confirm with your bank · ${auction.title}`,
    main: stripeChallenge({
      clientSecret: challenge.clientSecret,
      publishableKey: stripe.publishableKey,
      scriptUrl: stripeScriptUrl,
      valueInCents: own.valueInCents,
      returnLink: links.return(token),
    }),
    withStripe: true,
  });
}

/** The bidder's answer to the simulated bank. */
export async function answerBank(c: Context, deps: PageDeps): Promise<Response> {
  const verdict = (await readForm(c))?.get('verdict');
  const { visit, own } = await visitOwnBid(c, deps);
  if (verdict !== 'pass' && verdict !== 'fail') {
    return sendMessage(c, deps, {
      status: 400,
      heading: 'This form cannot be read',
      detail: 'Go back, and send the form again.',
    });
  }
  if (own === null) return c.redirect(visit.links.page({ token: bidOfUrl(c) }), 303);
  const placed = await continueBid(deps, own.authorizationId);
  if (placed.outcome === 'challenged' && placed.challenge.provider === 'simulated') {
    await answerChallenge(deps, placed.challenge.challengeId, verdict);
  }
  return c.redirect(visit.links.return(own.submissionToken), 303);
}

/** Where a bank sends the bidder back to, and where one who waits for an answer looks again. */
export async function returnFromBank(c: Context, deps: PageDeps): Promise<Response> {
  const { visit, own } = await visitOwnBid(c, deps);
  const { links } = visit;
  if (own === null) return c.redirect(links.page({ token: bidOfUrl(c) }), 303);
  const placed = await continueBid(deps, own.authorizationId);
  const token = own.submissionToken;
  return c.redirect(placed.outcome === 'challenged' ? links.challenge(token) : links.page({ token }), 303);
}

/** `own` is `null` where this browser has sent no such form: whoever only knows the address learns nothing. */
async function visitOwnBid(c: Context, deps: PageDeps): Promise<{ visit: Visit; own: OwnBid | null }> {
  const visit = await visitAuction(c, deps, c.req.queries('bidderId') ?? []);
  const token = bidOfUrl(c);
  return { visit, own: visit.own.find(({ submissionToken }) => submissionToken === token) ?? null };
}

function bidOfUrl(c: Context): string {
  return c.req.query('bid') ?? '';
}
