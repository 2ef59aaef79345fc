import { describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { exportKinds, exportPageSize } from '../../src/settlement/books/export-rows.ts';
import { ongoing, unsold, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { ours, sellerBrowser, type SellerBrowser, signIn, textOf } from './seller-browser.ts';
import { details, sellAuction } from './sold-auction.ts';

const service = await sharedService();
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const pathOf = (kind: string, from = day(-2), until = day(2)) =>
  `/seller/export?kind=${kind}&from=${from}&until=${until}`;

/** Reads a file as a spreadsheet does. */
async function table(browser: SellerBrowser, kind: string): Promise<Record<string, string>[]> {
  const { status, text, headers } = await browser.get(pathOf(kind));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
    );
  const names = cells(lines[0]!);
  return lines.slice(1).map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at]!, cell])));
}

describe('an export', () => {
  test('has the auctions, bids, sales, money and people of the seller', async () => {
    const { seller, auction, ada } = await sellAuction(service);
    await ada.give(await ada.open(), details);
    await seller.mutate('recordShipment', { auctionId: auction.auctionId, carrier: 'UPS', trackingNumber: '1Z1' });
    await seller.mutate('simulatePaymentChange', {
      auctionId: auction.auctionId,
      change: 'REFUND',
      amountInCents: 500,
    });
    const browser = await sellerBrowser(service, seller);
    expect(await table(browser, 'auctions')).toMatchObject([
      { auctionId: auction.auctionId, title: 'A desk', status: 'completed', outcome: 'SOLD' },
    ]);
    expect(await table(browser, 'bids')).toMatchObject([{ bidderId: 'ada@example.com', valueUsd: '30.00' }]);
    expect(await table(browser, 'sales')).toMatchObject([
      {
        bidderId: 'ada@example.com',
        email: 'ada@example.com',
        name: 'Ada Byron',
        address: '12 Square\nLondon',
        telephone: "'+44 20 7946 0018",
        capturedUsd: '30.00',
        refundedUsd: '5.00',
        netUsd: '25.00',
        carrier: 'UPS',
        trackingNumber: '1Z1',
        trackingUrl: 'https://www.ups.com/track?tracknum=1Z1',
        shippedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    const movements = (await table(browser, 'money')).map(({ kind, amountUsd }) => [kind, amountUsd]);
    expect(movements).toEqual([
      ['authorized', '30.00'],
      ['captured', '30.00'],
      ['refunded', '5.00'],
    ]);
    expect(await table(browser, 'people')).toMatchObject([
      { bidderId: 'ada@example.com', bids: '1', wins: '1', wonUsd: '30.00', isBanned: 'false' },
    ]);
  });

  test('begins with a byte order mark, and no text of anybody is calculated by a spreadsheet', async () => {
    const seller = await service.seller();
    const titles = [
      '=1+1',
      '+1 desk',
      '-1 desk',
      '@SUM(A1)',
      '＝1+1',
      'A desk;=1+1',
      'A desk; "@SUM(A1)',
      'A "desk", old',
    ];
    for (const title of titles) await service.auction(seller, { ...upcoming, title });
    const browser = await sellerBrowser(service, seller);
    const request = new Request(`http://localhost${pathOf('auctions')}`, {
      headers: { cookie: browser.cookie, ...ours },
    });
    const file = Buffer.from(await (await createApp(service.deps).fetch(request)).arrayBuffer());
    expect(file.toString().slice(0, 10)).toBe('\uFEFFauctionId');
    const exported = (await table(browser, 'auctions')).map(({ title }) => title);
    const written = [
      ...titles.slice(0, 5).map((title) => `'${title}`),
      // A spreadsheet of another language separates cells there.
      "A desk;'=1+1",
      `A desk; "'@SUM(A1)`,
      titles.at(-1)!,
    ];
    expect(new Set(exported)).toEqual(new Set(written));
  });

  test('has every row once where it takes several pages', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, ongoing);
    const count = exportPageSize * 2 + 1;
    await service.db.query(
      `insert into bids (auction_id, seller_id, bidder_id, placed_at, bid_value_in_cents)
       select $1, $2, 'bidder ' || (n / 2), clock_timestamp() - (n / 3) * interval '1 second', n from generate_series(1, $3::int) n`,
      [auctionId, seller.sellerId, count],
    );
    const browser = await sellerBrowser(service, seller);
    const values = (await table(browser, 'bids')).map(({ valueUsd }) => Number(valueUsd) * 100);
    expect(new Set(values.map(Math.round)).size).toBe(count);
    expect(values).toHaveLength(count);
    const people = await table(browser, 'people');
    expect(new Set(people.map(({ bidderId }) => bidderId)).size).toBe(exportPageSize + 1);
    expect(people.reduce((sum, { bids }) => sum + Number(bids), 0)).toBe(count);
  });

  test('reads the movements of one auction over several pages, each once', async () => {
    const seller = await service.seller();
    const ended = (endsInSeconds: number) => service.auction(seller, { ...unsold, endsInSeconds });
    const { auctionId } = await ended(-120);
    await Promise.all([ended(-60), ended(-180)]);
    const count = exportPageSize + 7;
    await service.db.query(
      `insert into authorizations (auction_id, seller_id, bidder_id, email, submission_token, provider, provider_reference, state, value_in_cents, authorized_at, capture_before, closed_at)
       select $1::uuid, $2, 'ada', 'ada@example.com', n::text, 'simulated', 'movement ' || $1::text || ' ' || n, 'released', n, clock_timestamp(), clock_timestamp() + interval '7 days', clock_timestamp() from generate_series(1, $3::int) n`,
      [auctionId, seller.sellerId, count],
    );
    const browser = await sellerBrowser(service, seller);
    const rows = await table(browser, 'money');
    expect(rows).toHaveLength(2 * count);
    expect(new Set(rows.map(({ kind, providerReference }) => `${kind} ${providerReference}`)).size).toBe(2 * count);
  });

  describe('with several pages', () => {
    const rows = exportPageSize * 3;

    async function aSeller() {
      const seller = await service.seller();
      await service.db.query(
        `insert into auctions (seller_id, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
         select $1, 'A desk', 'asynchronous', 0, clock_timestamp() + interval '1 hour', clock_timestamp() + interval '2 hours' from generate_series(1, $2::int)`,
        [seller.sellerId, rows],
      );
      return seller;
    }

    /** Begins a file, and has read its headers. */
    async function begin(browser: SellerBrowser) {
      const headers = { cookie: browser.cookie, ...ours };
      const answer = await createApp(service.deps).fetch(
        new Request(`http://localhost${pathOf('auctions')}`, { headers }),
      );
      const reader = answer.body!.getReader();
      await reader.read();
      return reader;
    }

    async function countRows(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
      let count = 0;
      for (let read = await reader.read(); !read.done; read = await reader.read())
        count += Buffer.from(read.value).toString().split('\r\n').length - 1;
      return count;
    }

    test('ends in its middle when the session does', async () => {
      const seller = await aSeller();
      const [browser, other] = [await sellerBrowser(service, seller), await sellerBrowser(service, seller)];
      const [reader, beside] = [await begin(browser), await begin(other)];
      await reader.read();
      const signOut = { method: 'POST', headers: { cookie: browser.cookie, ...ours } };
      expect((await service.request('/seller/sign-out', signOut)).status).toBe(303);
      await expect(countRows(reader)).rejects.toThrow('The session has ended.');
      expect(await countRows(beside)).toBe(rows);
    });

    test('waits while two files of the seller are not read, and the file of another seller does not', async () => {
      const browser = await sellerBrowser(service, await aSeller());
      const [first, second] = [await begin(browser), await begin(browser)];
      const waiting = await begin(browser);
      let isRead = false;
      const counting = countRows(waiting).finally(() => (isRead = true));
      expect(await countRows(await begin(await sellerBrowser(service, await aSeller())))).toBe(rows);
      expect(isRead).toBe(false);
      await first.cancel();
      expect(await counting).toBe(rows);
      expect(await countRows(second)).toBe(rows);
    });
  });

  test.each(exportKinds)('has nothing of another seller and nothing outside of the period: %s', async (kind) => {
    const { seller } = await sellAuction(service);
    const other = await sellerBrowser(service, await service.seller());
    expect(await table(other, kind)).toEqual([]);
    const browser = await sellerBrowser(service, seller);
    const { text } = await browser.get(pathOf(kind, day(-30), day(-3)));
    expect(text.split('\r\n')).toHaveLength(2);
  });

  test('names the scope that the key lacks, and refuses a period that ends before it begins', async () => {
    const browser = await sellerBrowser(service, await service.seller({ scopes: ['auctions:read'] }));
    const refused = await browser.get(pathOf('sales'));
    expect(refused.status).toBe(403);
    expect(textOf(refused)).toContain('lacks the scope “bids:read”');
    expect((await browser.get(pathOf('auctions', day(1), day(0)))).status).toBe(400);
    expect((await browser.get(pathOf('auctions', 'yesterday', day(0)))).status).toBe(400);
    expect((await browser.get(pathOf('keys'))).status).toBe(400);
  });

  test('goes on after the sign-in that stands in its place', async () => {
    const seller = await service.seller();
    const path = pathOf('auctions');
    expect((await service.request(path, { headers: ours })).text).toContain('type="password"');
    expect((await signIn(service, seller.key, { path })).headers.get('location')).toBe(path);
  });
});
