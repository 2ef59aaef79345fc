import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { readPage } from '../../src/page/read-page.ts';
import { ongoing } from '../support/insert-auction.ts';
import { insertManyBids, pagesRead } from '../support/popular-auction.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { db, deps } = service;
const seller = await service.seller();
const auctions = await Promise.all(Array.from({ length: 1_000 }, () => service.auction(seller, ongoing)));
const [few, popular] = auctions.map(({ auctionId }) => auctionId) as [string, string];

/** The statement of the page. */
async function statementOfPage(): Promise<string> {
  let text = '';
  const query = async (statement: QueryConfig) => {
    text = statement.text;
    return { rows: [] };
  };
  const read = readPage({ db: { query } as unknown as Database, gateways: deps.gateways }, few, null, null);
  await expect(read).rejects.toThrow('There is no such auction.');
  return text;
}

/** For a browser with a bid. */
async function pagesOf(auctionId: string): Promise<number> {
  const { rows } = await db.query<{ browserId: string }>(
    'select browser_id as "browserId" from authorizations where auction_id = $1 limit 1',
    [auctionId],
  );
  const values = `'${auctionId}', false, '${rows[0]!.browserId}', null`;
  return await pagesRead(service, { text: await statementOfPage(), types: 'uuid, boolean, uuid, text', values });
}

test('the page of an auction with thousands of bids is read as quickly as any, whatever PostgreSQL knows of it', async () => {
  await insertManyBids(
    service,
    auctions.map(({ auctionId }) => auctionId),
    5,
  );
  await db.query('analyze');
  const usual = await pagesOf(few);
  await insertManyBids(service, [popular], 10_000);
  // PostgreSQL takes it for an auction of five bids, at first.
  expect(await pagesOf(popular)).toBeLessThan(usual + 60);
  await db.query('analyze');
  expect(await pagesOf(popular)).toBeLessThan(usual + 60);
});
