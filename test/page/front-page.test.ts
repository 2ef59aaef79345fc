import { expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService, startService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();

const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

test('the root leads a browser that tries the service out to the documentation', async () => {
  const config = { ...service.deps.config, databaseUrl: null };
  const app = createApp({ ...service.deps, config });
  const page = await app.fetch(new Request('http://localhost/', browser));
  expect(page.status).toBe(302);
  expect(page.headers.get('location')).toBe('/docs');
});

test('the root of a real service tells bidders where auctions are; other clients get the error of an unknown path', async () => {
  const { status: found, text } = await service.request('/', browser);
  expect(found).toBe(200);
  expect(readable(text)).toContain('open the link that the seller gave you');
  for (const headers of [{ accept: '*/*' }, { accept: 'application/json' }, {}]) {
    const { status, body } = await service.request('/', { headers });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found' });
  }
});

test('the address that auctions stand below tells a browser what it needs, as a page', async () => {
  const path = '/auctions';
  const { status, text, headers } = await service.request(path, browser);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/html');
  expect(readable(text)).toContain('open the link that the seller gave you');
  const { body } = await service.request(path);
  expect(body).toMatchObject({ code: 'not_found' });
});

test.each(['bidderid', 'bidder_id', 'BidderID', 'bidder', 'biderId', 'bidder-id'])(
  'a link with “%s” names the parameter that was meant, and takes no bid in another name',
  async (name) => {
    const auction = await service.auction(seller, ongoing);
    const { status, text } = await aBidder(service, auction).open(`/auctions/${auction.auctionId}?${name}=customer-42`);
    expect(status).toBe(400);
    expect(readable(text)).toContain(`It has a parameter “${name}”. The parameter is called “bidderId”.`);
    expect(text).not.toContain('<form');
  },
);

test.each(['utm_source', 'fbclid', 'id', 'border', 'ref'])(
  'a parameter “%s” of somebody else is none of ours',
  async (name) => {
    const auction = await service.auction(seller, ongoing);
    const { status, text } = await aBidder(service, auction).open(`/auctions/${auction.auctionId}?${name}=x`);
    expect(status).toBe(200);
    expect(text).toContain('<form');
  },
);

test('an id that is no UUID is refused on every route, before anything is read or counted', async () => {
  await using closed = await startService();
  const asked: string[] = [];
  const original = closed.db.query.bind(closed.db.pool);
  closed.db.query = ((...args: Parameters<typeof original>) => {
    asked.push(JSON.stringify(args[0]));
    return original(...args);
  }) as typeof closed.db.query;
  for (const route of ['', '/state', '/events', '/bids', '/challenge?bid=x', '/return?bid=x']) {
    const [path, query = ''] = route.split('?');
    for (let count = 0; count < 70; count++) {
      const { status } = await closed.request(`/auctions/made-up-${count}${path}?${query}`);
      expect(status).toBe(404);
    }
  }
  expect(asked).toEqual([]);
});
