import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keepProcessMarked } from '../../src/operations/start/keep-process-marked.ts';
import { serviceVersion } from '../../src/core/service-version.ts';
import { settling } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const own = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };

/** An operator who is signed in, in a browser. */
async function signedIn({ key }: Pick<Seller, 'key'>) {
  const answer = await service.request('/admin/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ key }),
    headers: own,
  });
  const cookie = answer.headers.get('set-cookie')!.split(';', 1)[0]!;
  return {
    get: (path: string) => service.request(path, { headers: { cookie } }),
    post: (fields: Record<string, string>, headers: Record<string, string> = own) =>
      service.request('/admin/levers', {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { ...headers, cookie },
      }),
  };
}

const operator = await service.seller({ name: 'Operators', scopes: ['admin'] });
const browser = await signedIn(operator);

test('ends an auction that needs attention with the form beside its row, and keeps the typed reason', async () => {
  const seller = await service.seller({ name: 'Acme' });
  const { auctionId } = await service.auction(seller, { ...settling, endsInSeconds: -600, title: 'A forgotten desk' });
  const page = (await browser.get('/admin')).text;
  expect(page).toContain('A forgotten desk');
  const form = { lever: 'endAuction', id: auctionId, reason: 'Its seller has withdrawn it', confirm: 'yes' };
  expect(page).toContain(`<input type="hidden" name="id" value="${auctionId}">`);
  expect((await browser.post({ ...form, confirm: '' })).status).toBe(400);
  expect((await browser.post({ ...form, reason: 'a' })).status).toBe(400);
  expect((await browser.post(form, { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  );
  expect((await browser.post({ ...form, id: randomUUID() })).status).toBe(404);
  expect((await browser.get('/admin')).text).toContain('A forgotten desk');

  const done = await browser.post(form);
  expect(done.status).toBe(200);
  expect(done.text).toContain('Done: End the auction without a capture.');
  expect(done.text).not.toContain('A forgotten desk');
  const timeline = await browser.get(`/admin/auctions/${auctionId}`);
  expect(timeline.text).toContain('An operator ran endAuction: Its seller has withdrawn it.');
});

test('lists the oldest due work of each kind, and each process with its version', async () => {
  const seller = await service.seller();
  await service.auction(seller, { ...settling, endsInSeconds: -600, title: 'A late desk' });
  const before = (await browser.get('/admin')).text;
  expect(before).toMatch(/<td><code>settlement<\/code><\/td><td>1<\/td><td>6\d\d<\/td>/);
  expect(before).toContain('No process has marked itself yet.');
  {
    await using marked = keepProcessMarked(service.deps);
    expect(marked).toBeDefined();
    await expect
      .poll(async () => (await browser.get('/admin')).text, { timeout: 10_000 })
      .toContain(`<tr><td>all</td><td>${serviceVersion}</td>`);
  }
  expect((await browser.get('/admin')).text).toContain('No process has marked itself yet.');
});

test('shows nobody but an operator the timeline of an auction', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { ...settling, title: 'A private desk' });
  expect(await service.request(`/admin/auctions/${auctionId}`)).toMatchObject({ status: 303 });
  expect(await browser.get(`/admin/auctions/${auctionId}`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('A private desk'),
  });
  expect(await browser.get(`/admin/auctions/${randomUUID()}`)).toMatchObject({ status: 404 });
  expect(await browser.get('/admin/auctions/none')).toMatchObject({ status: 404 });
  expect(await browser.get(`/admin/auctions/${auctionId}?after=none`)).toMatchObject({ status: 404 });
});
