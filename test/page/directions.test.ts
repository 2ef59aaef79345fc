import { expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { sharedService } from '../support/service.ts';
import { aBidder } from './bidder.ts';
import { ongoing } from '../support/insert-auction.ts';

const service = await sharedService();

// Turns the direction of all that follows it in its paragraph.
const override = '\u202e';

/** The sentences of a page in which a text stands that no element isolates. */
function open(html: string, text: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  return body
    .replaceAll(/<bdi>[^<]*<\/bdi>|<h1[^>]* dir="auto"[^>]*>[^<]*<\/h1>| [\w-]+="[^"]*"/g, '')
    .split('\n')
    .filter((line) => line.includes(text));
}

test.each(languages)('a text of a seller or a bidder turns no sentence of the page around (%s)', async (lang) => {
  const name = `Desks ${override}of Vienna`;
  const seller = await service.seller({ name });
  await seller.mutate('updateSellerProfile', { contact: 'Call us' });
  const auction = await service.auction(seller, { ...ongoing, title: `A ${override}desk` });
  const bidder = aBidder(service, auction);
  const page = `/auctions/${auction.auctionId}`;
  const bare = await bidder.open(`${page}?bidderId=customer-42&lang=${lang}`);
  const misspelt = await aBidder(service, auction).open(`${page}?bidderid${override}=x&lang=${lang}`);
  expect(misspelt.status).toBe(400);
  for (const { text } of [bare, misspelt]) {
    expect(text.split(override).length).toBeGreaterThan(3);
    expect(open(text, override)).toEqual([]);
    expect(open(text, 'customer-42')).toEqual([]);
  }
  await bidder.open(`${page}?bidderId=customer-42`);
  const noCard = { cardNumber: undefined, cardExpiry: undefined, cardCvc: undefined };
  const step = await bidder.send(noCard);
  expect(step.text).toContain('<bdi>customer-42</bdi>');
  expect(open(step.text, 'customer-42')).toEqual([]);
});
