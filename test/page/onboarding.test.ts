import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { soundAuction } from '../contract/periods.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';

// A test seller tries the onboarding out, at the simulated provider.

const service = await serviceForFile();

async function pathOfLink(seller: Seller): Promise<string> {
  const { body } = await seller.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      query:
        'mutation { createPaymentOnboardingLink { paymentOnboardingLink { url expiresAt } errors { code fault message path } } }',
    }),
  });
  const { url, expiresAt } = body.data.createPaymentOnboardingLink;
  expect(new URL(url).origin).toBe(publicUrl);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
  return new URL(url).pathname;
}

async function press(path: string, button: 'finish' | 'restrict') {
  return await service.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl },
    body: `onboarding=${button}`,
  });
}

async function stateOf(seller: Seller): Promise<string | null> {
  const { body } = await seller.graphql('{ paymentAccount { state } }');
  return body.data.paymentAccount?.state ?? null;
}

test('a test seller needs no account until it begins an onboarding, and bids follow the state of the account', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  expect(await stateOf(seller)).toBeNull();
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);

  const path = await pathOfLink(seller);
  expect(await stateOf(seller)).toBe('ONBOARDING');
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(409);
  expect((await service.request(`/auctions/${auctionId}`)).text).toContain('takes no bids at the moment');

  expect((await service.request(path)).text).toContain('Finish onboarding');
  const finished = await press(path, 'finish');
  expect(finished.status).toBe(303);
  expect((await service.request(finished.headers.get('location')!)).text).toContain('is ready');
  expect(await stateOf(seller)).toBe('ENABLED');
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);
  expect((await service.request(`/auctions/${auctionId}`)).text).toContain('id="bid-form"');

  await press(path, 'restrict');
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(409);
});

test('a link works for some minutes, and a new one is asked for after that', async () => {
  const seller = await service.seller();
  const path = await pathOfLink(seller);
  await service.db.query(`update simulated_accounts set link_expires_at = clock_timestamp() returning pg_sleep(0.001)`);
  for (const answer of [await service.request(path), await press(path, 'finish')]) {
    expect(answer.status).toBe(410);
    expect(answer.text).toContain('createPaymentOnboardingLink');
  }
  expect(await stateOf(seller)).toBe('ONBOARDING');
  expect((await service.request(path.replace('onboarding', 'refresh'))).text).toContain('This link has expired');
  expect((await service.request(await pathOfLink(seller))).text).toContain('Finish onboarding');
});

test('the database does not contain the token of a link, and its pages work', async () => {
  const seller = await service.seller();
  const path = await pathOfLink(seller);
  expect(await tablesThatContain(service.db, path.split('/')[3]!)).toEqual([]);
  expect((await service.request((await press(path, 'finish')).headers.get('location')!)).text).toContain('is ready');
});

test('the pages of a link before the latest say that it has expired', async () => {
  const seller = await service.seller();
  const first = await pathOfLink(seller);
  const latest = await pathOfLink(seller);
  for (const path of [first, first.replace('onboarding', 'return')]) {
    const { status, text } = await service.request(path);
    expect([status, text]).toEqual([404, expect.stringContaining('This link has expired')]);
  }
  expect((await service.request(latest)).text).toContain('Finish onboarding');
});

test.each(['00000000-0000-4000-8000-000000000000/return', 'no-uuid/return'])('%s: 404', async (path) => {
  expect((await service.request(`/auctions/payment-account/${path}`)).status).toBe(404);
});

test('a form of another site is refused', async () => {
  const path = await pathOfLink(await service.seller());
  const answer = await service.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    body: 'onboarding=finish',
  });
  expect(answer.status).toBe(403);
});

test('a test seller that is reset has no account, and needs none', async () => {
  const seller = await service.seller();
  const path = await pathOfLink(seller);
  await press(path, 'finish');
  expect((await seller.mutate('resetTestSeller', {}, 'deletedAuctions')).body.errors).toBeUndefined();
  expect(await stateOf(seller)).toBeNull();
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);
  await pathOfLink(seller);
  expect(await stateOf(seller)).toBe('ONBOARDING');
});
