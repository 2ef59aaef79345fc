import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { aBidder } from '../page/bidder.ts';
import { endAuction } from '../support/end-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Service } from '../support/service.ts';

/** A seller who asks the winner for delivery details, and an auction that Ada has won. */
export async function sellAuction(service: Service) {
  const seller = await service.seller();
  await seller.mutate('updateSellerProfile', { askWinnerFor: 'DELIVERY' });
  const auction = await service.auction(seller, { ...ongoing, title: 'A desk' });
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '30', email: 'ada@example.com' });
  await endAuction(service.db, auction.auctionId);
  await settleAuction(service.deps, auction.auctionId);
  return { seller, auction, ada };
}

/** What the winner gives. */
export const details = { name: 'Ada Byron', address: '12 Square\nLondon', telephone: '+44 20 7946 0018' };
