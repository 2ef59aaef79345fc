import type { Context } from 'hono';
import { findBrowserOfBid } from '../bids/find-browser-of-bid.ts';
import { isFollowKey } from './follow-key.ts';
import type { PageDeps } from './page-deps.ts';
import { sendAuction } from './send-auction.ts';
import { sendMessage } from './send-page.ts';
import { visitAs } from './visit.ts';

/** Shows the bids of one bidder in one browser on any device, by a private link. Nobody can bid through the link. */
export async function followBids(c: Context, deps: PageDeps): Promise<Response> {
  const auctionId = c.req.param('auctionId') ?? '';
  const key = c.req.query('key') ?? '';
  const submissionToken = key.split('.', 1)[0]!;
  const of = await findBrowserOfBid(deps.db, { auctionId, submissionToken });
  if (of === null || !isFollowKey(key, { submissionToken, browserId: of.browserId })) {
    return sendMessage(c, deps, { status: 404, message: 'noSuchBid' });
  }
  const bidder = { bidderId: null, signature: null, fault: null };
  const visit = await visitAs(c, deps, auctionId, { browserId: of.browserId, bidder, bidsOf: of.bidderId });
  return sendAuction(c, deps, visit, { followed: key });
}
