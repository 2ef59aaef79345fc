import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { findBidValues } from '../bids/find-bid-values.ts';
import { stripeScriptUrl } from '../payments/stripe/payment-element-options.ts';
import type { FieldFault, TypedValues } from './check-bid-form.ts';
import type { PageDeps } from './page-deps.ts';
import { phaseOf } from './phase.ts';
import { sendPage } from './send-page.ts';
import { typedDollars } from './show-dollars.ts';
import { auctionView, type AuctionViewContent } from './views/auction-view.ts';
import { mostCharted } from './views/bid-chart.ts';
import type { Visit } from './visit.ts';

/** What makes one showing of an auction's page different from another. */
export interface Showing {
  readonly status?: ContentfulStatusCode;
  readonly sent?: AuctionViewContent['sent'];
  readonly values?: TypedValues;
  readonly faults?: readonly FieldFault[];
  /** What the auction has just said to a bid. */
  readonly refusal?: { readonly heading: string; readonly detail: string };
}

/** The page of an auction, as this browser may see it. */
export async function sendAuction(c: Context, deps: PageDeps, visit: Visit, showing: Showing = {}): Promise<Response> {
  const { auction, bounds, gateway, links, bidder, own } = visit;
  const { status = 200, sent = null, faults = [] } = showing;
  const { stripe, publicUrl } = deps.config;
  const submissionToken = randomUUID();
  const withStripe = gateway?.name === 'stripe' && stripe !== null && phaseOf(auction) === 'open';
  const main = auctionView({
    form: {
      auction,
      bounds,
      links,
      bidderId: bidder.bidderId,
      submissionToken,
      values: showing.values ?? valuesAfter(visit, sent),
      faults,
      stripe: withStripe
        ? {
            publishableKey: stripe.publishableKey,
            scriptUrl: stripeScriptUrl,
            returnUrl: new URL(links.return(submissionToken), publicUrl).href,
          }
        : null,
    },
    own,
    latest: await findBidValues(deps.db.pool, auction.auctionId, mostCharted),
    sent,
    obstacle: obstacleOf(visit) ?? (showing.refusal === undefined ? null : { ...showing.refusal, hidesForm: false }),
  });
  return sendPage(c, deps, { title: auction.title, main, status, isTest: auction.mode === 'test', withStripe });
}

/** Whoever bids again need not type the address again; whoever was declined, not the amount. */
function valuesAfter({ own }: Visit, sent: Showing['sent']): TypedValues {
  const last = own.find(({ submissionToken }) => submissionToken === sent?.token);
  const wasRefused =
    last !== undefined && last.bidId === null && ['failed', 'released', 'releasing'].includes(last.state);
  return { amount: wasRefused ? typedDollars(last.valueInCents) : '', email: own[0]?.email ?? '' };
}

function obstacleOf({ gateway, bidder }: Visit): AuctionViewContent['obstacle'] {
  if (bidder.fault !== null) {
    return {
      heading: 'This link cannot be used to bid',
      detail: `${bidder.fault} Ask the seller for a correct link.`,
      hidesForm: true,
    };
  }
  if (gateway !== null) return null;
  return {
    heading: 'This auction cannot take bids yet',
    detail: 'Its seller has no payment provider to hold money with. Please come back later.',
    hidesForm: true,
  };
}
