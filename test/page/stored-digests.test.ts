import { expect, test } from 'vitest';
import { placeBid } from '../../src/bids/place-bid.ts';
import { applyMigrations } from '../../src/db/migrate.ts';
import { bidRequest } from '../support/bid-request.ts';
import { ongoing } from '../support/insert-auction.ts';
import { insertManyBids } from '../support/popular-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import { aBidder, type Bidder, bidderWithForm, readable } from './bidder.ts';

const service = await serviceForFile();
const { db } = service;
const seller = await service.seller();

const secretOf = ({ cookie }: Bidder) => cookie!.split('=')[1]!;
const seenBy = async (bidder: Bidder) => readable((await bidder.open()).text);

/** Bids as the version before did: with the cookie where this version has its digest. */
async function bidAsBefore(auction: { auctionId: string }, secret: string, valueInCents = 6_500): Promise<string> {
  const facts = { bidderId: 'ada@example.com', valueInCents, browserId: secret };
  const placed = await placeBid(service.deps, bidRequest(auction.auctionId, facts));
  return placed.outcome === 'refused' ? placed.code : placed.outcome;
}

test('the database does not contain the cookie of a bidder, and her browser is shown her bid', async () => {
  const auction = await service.auction(seller, ongoing);
  const ada = aBidder(service, auction);
  expect(readable((await ada.bid({ amount: '65' })).text)).toContain('Your bid of $65.00 is leading');
  expect(await tablesThatContain(db, secretOf(ada))).toEqual([]);
  expect(await tablesThatContain(db, auction.auctionId)).toContain('public.authorizations');
  expect(await seenBy(ada)).toContain('$65.00 Leading');
});

test('who reads the database cannot act as a browser', async () => {
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

test('a bid that the version before takes is stored without the cookie, and shown to its browser', async () => {
  const auction = await service.auction(seller, ongoing);
  const ada = await bidderWithForm(service, auction);
  expect(await bidAsBefore(auction, secretOf(ada))).toBe('placed');
  expect(await tablesThatContain(db, secretOf(ada))).toEqual([]);
  expect(await seenBy(ada)).toContain('$65.00 Leading');
  expect(await bidAsBefore(auction, secretOf(ada), 6_400)).toBe('below_own_bid');
});

test('the migration replaces the cookies that the version before has stored, and every browser keeps its bids', async () => {
  const auction = await service.auction(seller, ongoing);
  const ada = await bidderWithForm(service, auction);
  await db.query('alter table authorizations disable trigger digest_browser');
  await bidAsBefore(auction, secretOf(ada));
  // More than the migration takes at once.
  await insertManyBids(service, [auction.auctionId], 2_500);
  await bidAsBefore(auction, secretOf(ada), 7_500);
  await db.query('alter table authorizations enable trigger digest_browser');
  // Events did not name browsers then.
  await db.query(`update webhook_events set snapshot = snapshot - 'browserId'`);
  expect(await seenBy(ada)).not.toContain('Your bids');

  const name = '20261125172001_digest_browsers_of_before';
  await db.query('delete from _prisma_migrations where migration_name = $1', [name]);
  expect(await applyMigrations(db.url)).toEqual([name]);
  const { rows } = await db.query<{ cookies: number }>(
    `select count(*)::int as cookies from authorizations where substr(browser_id::text, 15, 1) <> '8'`,
  );
  expect(rows).toEqual([{ cookies: 0 }]);
  expect(await tablesThatContain(db, secretOf(ada))).toEqual([]);
  expect(await seenBy(ada)).toMatch(/Your bids.*\$75\.00.*\$65\.00/);
});
