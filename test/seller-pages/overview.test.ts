import { describe, expect, test } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { aBidder } from '../page/bidder.ts';
import { ongoing, settling, upcoming } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { sharedService } from '../support/service.ts';
import { sellerBrowser, textOf } from './seller-browser.ts';
import { details, sellAuction } from './sold-auction.ts';

const service = await sharedService();

describe('the first page', () => {
  test('shows what is held, sold and refunded, and what runs with its price', async () => {
    const { seller, auction } = await sellAuction(service);
    const running = await service.auction(seller, { ...ongoing, title: 'A clock' });
    await aBidder(service, running).bid({ amount: '70', email: 'bob@example.com' });
    await service.auction(seller, upcoming);
    const refund = `mutation { simulatePaymentChange(input: { auctionId: "${auction.auctionId}", change: REFUND, amountInCents: 1000 }) { auction { auctionId } errors { code fault message path } } }`;
    expect((await seller.graphql(refund)).body.errors).toBeUndefined();
    const text = textOf(await (await sellerBrowser(service, seller)).get('/seller'));
    expect(text).toMatch(/Held on cards\s+\$70\.00/);
    expect(text).toMatch(/Charged for one sale\s+\$30\.00/);
    expect(text).toMatch(/Refunded\s+\$10\.00/);
    expect(text).toMatch(/Running now.*A clock\s+\$70\.00/);
    const other = textOf(await (await sellerBrowser(service, await service.seller())).get('/seller'));
    expect(other).not.toMatch(/\$[^0]/);
  });

  test('names what needs the seller, each with a link, until it is done', async () => {
    const { seller, auction, ada } = await sellAuction(service);
    const late = await service.auction(seller, { ...settling, title: 'A late vase', endsInSeconds: -900 });
    const all = await service.seller({ name: seller.name, scopes: sellerScopes });
    const { endpointId } = await insertEndpoint(service.db, seller, { isDisabled: true });
    await seller.mutate('updateSellerProfile', { email: 'huber@example.com' });
    const browser = await sellerBrowser(service, all);
    const { text } = await browser.get('/seller');
    const needs = /What needs you.*?<\/section>/s.exec(text)![0];
    expect(needs).toContain(`href="/seller/auctions/${auction.auctionId}"`);
    expect(needs).toContain('The winner has not said where it goes.');
    expect(needs).toMatch(new RegExp(`${late.auctionId}.*the result is late`, 's'));
    expect(needs).toContain(`href="/seller/webhooks/${endpointId}?state=FAILED"`);
    expect(needs).toContain('Confirm your address for messages');
    await ada.give(await ada.open(), details);
    await seller.mutate('simulatePaymentChange', { auctionId: auction.auctionId, change: 'DISPUTE' });
    const after = textOf(await browser.get('/seller'));
    expect(after).not.toContain('The winner has not said');
    expect(after).toContain('The payment is disputed');
  });

  test('lists auctions alone once it is filtered, or for a key that reads no bids', async () => {
    const { seller } = await sellAuction(service);
    const browser = await sellerBrowser(service, seller);
    expect(textOf(await browser.get('/seller?status=completed'))).not.toContain('This month');
    const narrow = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
    const text = textOf(await (await sellerBrowser(service, narrow)).get('/seller'));
    expect(text).toContain('A desk');
    expect(text).not.toContain('This month');
  });
});

test('an overview refuses a period that ends before it begins', async () => {
  const seller = await service.seller();
  const ask = (before: number) =>
    seller.graphql(`{ overview(fromTimestamp: 1000, beforeTimestamp: ${before}) { soldCount } }`);
  expect((await ask(1_000)).body.errors[0].extensions.code).toBe('invalid_request');
  expect((await ask(1_001)).body.data.overview.soldCount).toBe(0);
});
