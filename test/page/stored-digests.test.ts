import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import { aBidder, type Bidder, readable } from './bidder.ts';

const service = await serviceForFile();
const { db } = service;
const seller = await service.seller();

const secretOf = ({ cookie }: Bidder) => cookie!.split('=')[1]!;
const seenBy = async (bidder: Bidder) => readable((await bidder.open()).text);

test('the database does not contain the cookie of a bidder, and her browser is shown her bid', async () => {
  const auction = await service.auction(seller, ongoing);
  const ada = aBidder(service, auction);
  expect(readable((await ada.bid({ amount: '65' })).text)).toContain('Your bid: $65.00 · You lead');
  expect(await tablesThatContain(db, secretOf(ada))).toEqual([]);
  expect(await tablesThatContain(db, auction.auctionId)).toContain('public.authorizations');
  expect(await seenBy(ada)).toContain('$65.00 You lead');
});

test('a reader of the database cannot act as a browser', async () => {
  const auction = await service.auction(seller, ongoing);
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '65' });
  const { rows } = await db.query<{ browserId: string }>(
    'select browser_id as "browserId" from authorizations where auction_id = $1',
    [auction.auctionId],
  );
  const thief = aBidder(service, auction);
  thief.cookie = `__Host-browser=${rows[0]!.browserId}`;
  expect(await seenBy(thief)).not.toContain('Your bids');
});
