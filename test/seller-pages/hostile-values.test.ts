import { expect, test } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { ongoing } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Answer } from '../support/answer.ts';
import { sharedService } from '../support/service.ts';
import { sellerPages } from '../../src/pages/seller/pages.ts';
import { ours, proofOf, sellerBrowser } from './seller-browser.ts';
import { sellAuction } from './sold-auction.ts';

const service = await sharedService();
const { seller, auction: sale } = await sellAuction(service);
await service.db.query('update api_keys set scopes = $2 where api_key_id = $1', [seller.apiKeyId, [...sellerScopes]]);
await seller.mutate('updateSellerProfile', { email: 'huber@example.com' });
const auction = await service.auction(seller, ongoing);
const { endpointId } = await insertEndpoint(service.db, seller, {});
const mark = '"><script>alert(1)</script>';

/** What no field and no parameter expects. */
const hostile = ['\0', 'a\r\nset-cookie: x=1', mark, 'a'.repeat(20_000), '9'.repeat(400), '9999-12-31T23:59'];

const pathOf = (route: string, auctionId: string) =>
  `/seller${route.replace(':auctionId', auctionId).replace(':endpointId', endpointId)}`;
const paths = [
  ...sellerPages.map(({ route }) => pathOf(route, auction.auctionId)),
  `/seller/auctions/${sale.auctionId}`,
  '/seller/sessions',
  '/seller/bidders?bidder=ada%40example.com',
];

function expectHarmless(what: unknown, { status, text, headers }: Answer) {
  expect({ what, status }).toEqual({ what, status: expect.toSatisfy((each: number) => each < 500) });
  expect({ what, isRaw: text.includes(mark) }).toEqual({ what, isRaw: false });
  expect(headers.get('set-cookie') ?? '').not.toMatch(/(?:^|, )x=1/);
}

test.each([...new Set(paths)])('no value of a field breaks a form of %s', async (path) => {
  const browser = await sellerBrowser(service, seller);
  const page = await browser.get(path);
  const forms = [...page.text.matchAll(/<form method="post"(?! action="\/seller\/sign-out").*?<\/form>/gs)];
  for (const [form] of forms) {
    const name = /name="form" value="(\w+)"/.exec(form)![1]!;
    const proof = proofOf(page, name);
    const names = new Set([...form.matchAll(/ name="([^"]+)"/g)].map(([, field]) => field!));
    for (const value of hostile) {
      const body = new FormData();
      for (const field of names) body.set(field, value);
      body.set('form', name);
      body.set('proof', proof ?? '');
      body.set('confirm', 'yes');
      const init = { method: 'POST', headers: { cookie: browser.cookie, ...ours }, body };
      expectHarmless([path, name, value.slice(0, 40)], await service.request(path, init));
    }
  }
});

test('no value of a parameter breaks a page', async () => {
  const browser = await sellerBrowser(service, seller);
  const names = [
    'title',
    'status',
    'bidder',
    'key',
    'copy',
    'before',
    'after',
    'bannedBefore',
    'bannedAfter',
    'kind',
    'from',
    'until',
    'state',
  ];
  for (const path of [...new Set(paths), '/seller/export']) {
    for (const value of hostile) {
      const query = new URLSearchParams(names.map((name) => [name, value]));
      expectHarmless([path, value.slice(0, 40)], await browser.get(`${path.split('?')[0]}?${query}`));
    }
  }
  for (const [kind, from, until] of [
    ['auctions', '0000-01-01', '9999-12-31'],
    ['sales', '0000-01-01', '0000-01-02'],
    ['money', '9999-12-30', '9999-12-31'],
  ]) {
    const query = `kind=${kind}&from=${from}&until=${until}`;
    const answer = await browser.get(`/seller/export?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
  }
});
