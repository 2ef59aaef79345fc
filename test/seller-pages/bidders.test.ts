import { expect, test } from 'vitest';
import { serviceForFile } from '../support/service.ts';
import { sellerBrowser, textOf } from './seller-browser.ts';
import { details, sellAuction } from './sold-auction.ts';

const service = await serviceForFile();

const sold = () => sellAuction(service);

test('the page of a sold auction says where the item goes, once the winner has said so', async () => {
  const { seller, auction, ada } = await sold();
  const browser = await sellerBrowser(service, seller);
  const page = () => browser.get(`/seller/auctions/${auction.auctionId}`);
  expect(textOf(await page())).not.toContain('Where it goes');
  await ada.give(await ada.open(), details);
  expect(textOf(await page())).toContain(
    'Where it goes Name Ada Byron Address 12 Square London Telephone +44 20 7946 0018',
  );
});

test('the profile says what the winner is asked for and which pages show a frame, and names a faulty origin beside its field', async () => {
  const seller = await service.seller();
  const browser = await sellerBrowser(service, seller);
  const origins = 'https://shop.example\nhttp://localhost:3000';
  const saved = await browser.send('/seller/profile', 'profile', { askWinnerFor: 'CONTACT', embedOrigins: origins });
  expect(saved.status).toBe(303);
  const { body } = await seller.graphql('{ sellerProfile { askWinnerFor embedOrigins } }');
  expect(body.data.sellerProfile).toEqual({ askWinnerFor: 'CONTACT', embedOrigins: origins.split('\n') });
  const shown = await browser.get('/seller/profile');
  expect(shown.text).toMatch(/value="CONTACT" checked/);
  expect(shown.text).toContain(origins);
  const faulty = await browser.send('/seller/profile', 'profile', { embedOrigins: 'https://shop.example/path' });
  expect(faulty.status).toBe(422);
  expect(textOf(faulty)).toContain('Enter one address a line that begins with https://');
  expect(faulty.text).toContain('https://shop.example/path');
});

test('each of sixty bans is on one of two pages', async () => {
  const seller = await service.seller();
  const bidderIds = Array.from({ length: 60 }, (_, at) => `bidder-${String(at).padStart(2, '0')}`);
  for (const bidderId of bidderIds) {
    await seller.mutate('banBidder', { bidderId, reason: 'x y z' });
  }
  const browser = await sellerBrowser(service, seller);
  const first = await browser.get('/seller/bidders');
  const [, later] = /href="(\?bannedAfter=[^"]+)"/.exec(first.text)!;
  const second = await browser.get(`/seller/bidders${later}`);
  const bidders = (text: string) =>
    [...text.matchAll(/<b><a [^>]*><bdi>(bidder-\d\d)<\/bdi><\/a><\/b>/g)].map(([, id]) => id);
  expect(bidders(first.text)).toHaveLength(50);
  expect(new Set([...bidders(first.text), ...bidders(second.text)])).toEqual(new Set(bidderIds));
  expect(bidders(second.text)).toHaveLength(10);
  expect(second.text).toContain('href="?bannedBefore=');
});

test('a seller finds what is known of a bidder, bans, lifts the ban and erases; another seller finds nothing', async () => {
  const { seller, ada, auction } = await sold();
  await ada.give(await ada.open(), details);
  const browser = await sellerBrowser(service, seller);
  const other = await sellerBrowser(service, await service.seller());
  const asked = '/seller/bidders?bidder=ada%40example.com';
  expect(textOf(await browser.get(asked))).toMatch(
    /ada@example\.com Bids 1 Won 1 · \$30\.00 .*\$30\.00 Won Contact E-mail: ada@example\.com Name Ada Byron/,
  );
  const listed = await browser.get('/seller/bidders');
  expect(listed.text).toContain('href="/seller/bidders?bidder=ada%40example.com"');
  expect(textOf(listed)).toMatch(/One bidder .*ada@example\.com 1 1 · \$30\.00/);
  expect(textOf(await other.get('/seller/bidders'))).toContain('Nobody has bid yet.');
  expect(textOf(await other.get(asked))).toContain('Nothing is known of this bidder.');

  const faulty = await browser.send('/seller/bidders', 'ban', { bidderId: 'ada@example.com', reason: 'x' });
  expect(faulty.status).toBe(422);
  expect(faulty.text).toContain('value="ada@example.com"');
  await browser.send('/seller/bidders', 'ban', { bidderId: 'ada@example.com', reason: 'Has never paid' });
  expect(textOf(await browser.get('/seller/bidders'))).toMatch(
    /Banned ada@example\.com .* Has never paid Lift the ban of ada@example\.com/,
  );
  expect(textOf(await other.get('/seller/bidders'))).toContain('Nobody is banned.');
  await other.send('/seller/bidders', 'unban', { bidderId: 'ada@example.com' });
  await other.send('/seller/bidders', 'erase', { bidderId: 'ada@example.com', confirm: 'yes' });
  expect(textOf(await browser.get('/seller/bidders'))).toContain('Has never paid');
  expect(textOf(await browser.get(asked))).toMatch(/ada@example\.com Banned .*Has never paid/);
  const lifted = await browser.send(asked, 'unban', { bidderId: 'ada@example.com' });
  expect(lifted.headers.get('location')).toBe(asked);
  expect(textOf(await browser.get('/seller/bidders'))).toContain('Nobody is banned.');

  const unconfirmed = await browser.send(asked, 'erase', { bidderId: 'ada@example.com' });
  expect(unconfirmed.status).toBe(422);
  // The part with the fault is open.
  expect(unconfirmed.text).toMatch(/<details class="card" open><summary>Erase this bidder.*Tick this first\./s);
  await browser.send(asked, 'erase', { bidderId: 'ada@example.com', confirm: 'yes' });
  expect(textOf(await browser.get(asked))).toContain('Nothing is known of this bidder.');
  expect(textOf(await browser.get(`/seller/auctions/${auction.auctionId}`))).not.toContain('Ada Byron');
});
