import type { Context } from 'hono';
import { findBrowserOfBid } from './own-bid.ts';
import { isFollowKey } from '../core/follow-key.ts';
import type { PageDeps } from './page-deps.ts';
import { type Visit, visitAs } from './visit.ts';

/**
 * Visits an auction by the private link to the bids of one bidder in one browser.
 *
 * @returns `null`: the key is not that of such a link
 * @throws Refusal `auction_not_found`
 */
export async function followedVisit(c: Context, deps: PageDeps, key: string): Promise<Visit | null> {
  const auctionId = c.req.param('auctionId') ?? '';
  const submissionToken = key.split('.', 1)[0]!;
  const of = await findBrowserOfBid(deps.db, { auctionId, submissionToken });
  if (of === null || !isFollowKey(key, { submissionToken, browserId: of.browserId })) return null;
  const bidder = { bidderId: null, signature: null, fault: null };
  return await visitAs(c, deps, auctionId, { browserId: of.browserId, bidder, bidsOf: of.bidderId });
}
