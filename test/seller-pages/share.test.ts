import { expect, test } from 'vitest';
import { renderSVG } from 'uqr';
import { sellerScopes } from '../../src/core/viewer.ts';
import { followPaymentAccount } from '../../src/payments/providers/payment-account.ts';
import { restrictAccount } from '../providers/restrict-account.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { sellerBrowser, textOf } from './seller-browser.ts';

const service = await sharedService();

test('an auction offers its link, its code to print, its frame, and a way to each bidder', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller, { ...ongoing, title: 'A "desk" & more' });
  await service.bid(auction, { bidderId: 'ada & co', bidValueInCents: 5_000 });
  const address = `${publicUrl}/auctions/${auction.auctionId}`;
  const browser = await sellerBrowser(service, seller);
  const { text } = await browser.get(`/seller/auctions/${auction.auctionId}`);
  expect(text).toContain(`data-copy="${address}"`);
  expect(text).toContain(`data-share="${address}" data-title="A &quot;desk&quot; &amp; more"`);
  expect(text).toContain(`href="/seller/auctions/${auction.auctionId}/poster"`);
  // The code is text of the page, and the title is text of an attribute in it.
  expect(text).toContain(
    `&lt;iframe src=&quot;${address}&quot; title=&quot;A &amp;quot;desk&amp;quot; &amp;amp; more&quot;`,
  );
  expect(text).toContain('href="/seller/bidders?bidder=ada%20%26%20co"');
  const poster = await browser.get(`/seller/auctions/${auction.auctionId}/poster`);
  expect(poster.text).toContain(renderSVG(address, { border: 4 }));
});

test('the profile leads to the setup of the payment account, and shows its state', async () => {
  const seller = await service.seller({ scopes: sellerScopes });
  const browser = await sellerBrowser(service, seller);
  expect(textOf(await browser.get('/seller/profile'))).toContain('You have no payment account of your own.');
  const answer = await browser.send('/seller/profile', 'account', {});
  expect(answer.text).toMatch(/href="https?:[^"]+"[^>]*>Go on at the payment provider/);
  const profile = textOf(await browser.get('/seller/profile'));
  expect(profile).toContain('Your account is connected and takes charges.');
  const account = /simacct_\w+/.exec(profile)![0];
  restrictAccount(account, true);
  await followPaymentAccount(service.deps, 'simulated', account);
  expect(textOf(await browser.get('/seller/profile'))).toContain('The setup at the payment provider is not finished.');
  const narrow = await service.seller({ name: seller.name, scopes: ['auctions:read', 'auctions:write'] });
  const page = await (await sellerBrowser(service, narrow)).get('/seller/profile');
  expect(page.text).not.toContain('value="account"');
  expect(textOf(page)).toContain('lacks the scope “payments:write”');
});
