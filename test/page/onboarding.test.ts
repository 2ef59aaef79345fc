import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { followPaymentAccount } from '../../src/payments/providers/payment-account.ts';
import { restrictAccount } from '../providers/restrict-account.ts';
import { soundAuction } from '../contract/periods.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';
import { tablesThatContain } from '../support/tables-that-contain.ts';
import { bidderWithForm, readable } from './bidder.ts';

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

async function stateOf(seller: Seller): Promise<string | null> {
  const { body } = await seller.graphql('{ paymentAccount { state } }');
  return body.data.paymentAccount?.state ?? null;
}

test('a test seller needs no account, and bids follow the state of the account that it has', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  expect(await stateOf(seller)).toBeNull();
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);

  const path = await pathOfLink(seller);
  expect((await service.request(path)).text).toContain('is ready');
  expect(await stateOf(seller)).toBe('ENABLED');
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);
  expect((await service.request(`/auctions/${auctionId}`)).text).toContain('id="bid-form"');

  const { body } = await seller.graphql('{ paymentAccount { accountId } }');
  const { accountId } = body.data.paymentAccount;
  const bidder = await bidderWithForm(service, { auctionId });
  restrictAccount(accountId, true);
  await followPaymentAccount(service.deps, 'simulated', accountId);
  expect(await stateOf(seller)).toBe('ONBOARDING');
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(409);
  expect((await service.request(`/auctions/${auctionId}`)).text).toContain('takes no bids at the moment');
  // A form that was open before is refused, in words that say once what has not happened.
  expect(readable((await bidder.send()).text)).toContain(
    'The seller cannot be paid at the moment. Try again later. The bid was not placed. Nothing is held for this bid.',
  );
  expect((await service.request(path)).text).toContain('not ready yet');
  restrictAccount(accountId, false);
});

test('a link that has expired says how to get a new one', async () => {
  const path = await pathOfLink(await service.seller());
  const { status, text } = await service.request(path.replace('return', 'refresh'));
  expect([status, text]).toEqual([200, expect.stringContaining('createPaymentOnboardingLink')]);
  expect(text).toContain('This link has expired');
});

test('the database does not contain the token of a link, and its pages work', async () => {
  const seller = await service.seller();
  const path = await pathOfLink(seller);
  expect(await tablesThatContain(service.db, path.split('/')[3]!)).toEqual([]);
  expect((await service.request(path)).text).toContain('is ready');
});

test('the pages of a link before the latest say that it has expired', async () => {
  const seller = await service.seller();
  const first = await pathOfLink(seller);
  const latest = await pathOfLink(seller);
  for (const path of [first, first.replace('return', 'refresh')]) {
    const { status, text } = await service.request(path);
    expect([status, text]).toEqual([404, expect.stringContaining('This link has expired')]);
  }
  expect((await service.request(latest)).text).toContain('is ready');
});

test.each(['00000000-0000-4000-8000-000000000000/return', 'no-uuid/return'])('%s: 404', async (path) => {
  expect((await service.request(`/auctions/payment-account/${path}`)).status).toBe(404);
});

test('a test seller that is reset has no account, and needs none', async () => {
  const seller = await service.seller();
  await pathOfLink(seller);
  expect((await seller.mutate('resetTestSeller', {}, 'deletedAuctions')).body.errors).toBeUndefined();
  expect(await stateOf(seller)).toBeNull();
  expect((await seller.post('/v1/auctions', soundAuction)).status).toBe(201);
  await pathOfLink(seller);
  expect(await stateOf(seller)).toBe('ENABLED');
});
