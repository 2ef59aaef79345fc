import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import type { Answer } from '../support/answer.ts';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { aBidder, type Bidder, bidderWithForm, cards, readable } from './bidder.ts';

const service = await serviceForFile();
const seller = await service.seller();

const anAuction = () => service.auction(seller, ongoing);
const waiting = { amount: '65', cardNumber: cards.challenged };

/** The address that a page's button to give a bid up sends to; `null`: the page has none. */
function giveUpOf({ text }: Answer): string | null {
  return /<form method="post" action="([^"]*\/give-up[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
}

/** Presses the button that sends to this address, in a browser. */
async function giveUp(bidder: Bidder, address: string): Promise<string> {
  const button = { text: `<form method="post" action="${address.replaceAll('&', '&amp;')}">` } as Answer;
  return readable((await bidder.follow(await bidder.press(button))).text);
}

async function booksOf({ auctionId }: { auctionId: string }) {
  const { rows } = await service.db.query<{ state: string; bids: number }>(
    `select state, (select count(*)::int from bids where bids.auction_id = $1) as bids
     from authorizations where auction_id = $1`,
    [auctionId],
  );
  return rows;
}

test('a bid that waits for its bidder can be given up: nothing is held, and the bank’s yes comes too late', async () => {
  const auction = await anAuction();
  const ada = aBidder(service, auction);
  const challenge = await ada.bid(waiting);
  const given = await giveUp(ada, giveUpOf(await ada.open())!);
  expect(given).toContain('Your bid: $65.00 · Not placed');
  expect(given).toContain('The bid was not finished. The bid was not placed. Nothing is held for this bid.');
  expect(await booksOf(auction)).toEqual([{ state: 'released', bids: 0 }]);

  await ada.follow(await ada.press(challenge, { name: 'verdict', value: 'pass' }));
  expect(await booksOf(auction)).toEqual([{ state: 'released', bids: 0 }]);
  // She bids anew, as before.
  expect(readable((await ada.bid({ amount: '65' })).text)).toContain('Your bid: $65.00 · You lead');
});

test('a bid that the bank has confirmed meanwhile is placed, and the page says so', async () => {
  const auction = await anAuction();
  const ada = aBidder(service, auction);
  const challenge = await ada.bid(waiting);
  const address = giveUpOf(await ada.open())!;
  // She has said yes to her bank, and has not come back from there.
  expect((await ada.press(challenge, { name: 'verdict', value: 'pass' })).status).toBe(303);
  expect(await giveUp(ada, address)).toContain('Your bid: $65.00 · You lead');
  expect(await booksOf(auction)).toEqual([{ state: 'authorized', bids: 1 }]);
  expect(giveUpOf(await ada.open())).toBeNull();
  expect(await giveUp(ada, address)).toContain('Your bid: $65.00 · You lead');
  expect(await booksOf(auction)).toEqual([{ state: 'authorized', bids: 1 }]);
});

test('a bid is given up twice as once', async () => {
  const auction = await anAuction();
  const ada = aBidder(service, auction);
  await ada.bid(waiting);
  const address = giveUpOf(await ada.open())!;
  const pages = await Promise.all([giveUp(ada, address), giveUp(ada, address)]);
  for (const page of pages) expect(page).toContain('Your bid: $65.00 · Not placed');
  expect(await booksOf(auction)).toEqual([{ state: 'released', bids: 0 }]);
});

test('nobody gives a bid up but the browser that sent it: no stranger, no follower, and no other device of the bidder', async () => {
  const auction = await anAuction();
  const { body } = await seller.mutate('rotateBidderSecret', {}, 'secret');
  const signature = createHmac('sha256', body.data.rotateBidderSecret.secret)
    .update(`${auction.auctionId}.ada`)
    .digest('hex');
  const link = `/auctions/${auction.auctionId}?${new URLSearchParams({ bidderId: 'ada', signature })}`;
  const ada = aBidder(service, auction);
  await ada.open(link);
  await ada.follow(await ada.send(waiting));
  const page = await ada.open(link);
  const address = giveUpOf(page)!;

  const device = aBidder(service, auction);
  const seen = await device.open(link);
  expect(readable(seen.text)).toContain('Waiting for you');
  expect(giveUpOf(seen)).toBeNull();
  const follow = new URL(/data-copy="([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&'));
  expect(giveUpOf(await device.get(follow.pathname + follow.search))).toBeNull();
  const stranger = await bidderWithForm(service, auction);
  await giveUp(device, address);
  await giveUp(stranger, address);
  expect(await booksOf(auction)).toEqual([{ state: 'challenged', bids: 0 }]);

  await giveUp(ada, address);
  expect(await booksOf(auction)).toEqual([{ state: 'released', bids: 0 }]);
});

test('the button stands in the language of the page', async () => {
  const auction = await anAuction();
  const ada = aBidder(service, auction);
  await ada.bid(waiting);
  const labels = new Set<string>();
  for (const language of languages) {
    const headers = { cookie: ada.cookie!, 'accept-language': language };
    const { text } = await service.request(`/auctions/${auction.auctionId}`, { headers });
    labels.add(/\/give-up[^>]*><button[^>]*>([^<]+)</.exec(text)![1]!);
  }
  expect([...labels][0]).toBe('Give this bid up');
  expect(labels.size).toBe(languages.length);
});
