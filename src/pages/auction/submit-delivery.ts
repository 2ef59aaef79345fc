import type { Context } from 'hono';
import { giveDeliveryDetails } from '../../auctions/bidders/delivery-details.ts';
import { checkDeliveryForm } from './check-delivery-form.ts';
import { Refusal } from '../../core/refusal.ts';
import type { PageDeps } from './page-deps.ts';
import { readForm } from '../../core/read-form.ts';
import { sendAuction } from './send-auction.ts';
import { sendMessage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';
import { followedVisit, visitAuction } from './visit.ts';

/** The form of the winner: tells the seller where the item goes. The winner's browser, signed link and private link may send it, and may send it again. */
export async function submitDelivery(c: Context, deps: PageDeps): Promise<Response> {
  const form = (await readForm(c))?.fields;
  if (form === undefined) return await sendMessage(c, deps, { status: 400, message: 'unreadableForm' });
  const visit = await (c.req.query('key') === undefined ? visitAuction : followedVisit)(c, deps);
  const won = visit.own.find(({ isWinningBid }) => isWinningBid);
  const { askWinnerFor: asked } = visit.card;
  if (won?.bidId == null || asked === 'NONE') throw new Refusal('bid_not_found');
  const checked = checkDeliveryForm(visit.locale, asked, form);
  if ('faults' in checked) {
    return await sendAuction(c, deps, visit, { status: 422, delivery: { typed: form, faults: checked.faults } });
  }
  // Each change is an event for the seller.
  const waitSeconds = await deps.limits.take('bidsOfBrowser', visit.browserId);
  if (waitSeconds > 0) return await sendTooMany(c, deps, waitSeconds, { form, submit: visit.links.delivery });
  const { auctionId } = visit.auction;
  const winner = { auctionId, bidId: won.bidId, bidderId: won.bidderId };
  if (!(await giveDeliveryDetails(deps.db, winner, checked.details))) throw new Refusal('bid_not_found');
  return c.redirect(visit.links.here(), 303);
}
