import { expect, test } from 'vitest';
import { insertAuction, upcoming } from '../support/insert-auction.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { sharedService } from '../support/service.ts';
import { keyed } from './keyed.ts';

const service = await sharedService();

test('answers other sellers while all keyed changes of one seller wait for a row', async () => {
  const [seller, other] = [await service.seller(), await service.seller()];
  const { auctionId } = await insertAuction(service.db, seller, upcoming);
  const change = { method: 'PATCH', path: `/v1/auctions/${auctionId}`, body: { title: 'A walnut table' } } as const;
  const { changes, answer } = await service.db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for update', [auctionId]);
    const begun = Array.from({ length: 12 }, (_, index) => keyed(seller, `waits-${index}`, change));
    await expect.poll(() => lockWaits(service.db, '%judged%')).toBeGreaterThan(0);
    return { changes: begun, answer: await other.request('/v1/auctions') };
  });
  expect(answer.status).toBe(200);
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
});
