import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyTranscript } from '../../packages/verify-transcript/verify.js';
import { writeHead } from '../../packages/verify-transcript/verify.js';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();

const stage = async () => {
  const auction = await service.auction(seller, ongoing);
  return { auction, path: `/auctions/${auction.auctionId}` };
};

async function read(path: string) {
  const { text } = await service.request(`${path}/transcript.json`);
  return JSON.parse(text);
}

test('the page shows the head beside the bids, and the state that its script follows has it', async () => {
  const { auction, path } = await stage();
  const before = await service.request(path);
  expect(before.text).not.toContain('data-live="head"');
  await aBidder(service, auction).bid({ amount: '65' });
  const { head } = await read(path);
  expect(head.position).toBe(2);
  const { text } = await service.request(path);
  expect(readable(text)).toContain(`Check code: ${writeHead(head)}`);
  expect(text).toContain(`href="${new URL(publicUrl).pathname.replace(/\/$/, '')}${path}/transcript"`);
  const state = await service.request(`${path}/state`);
  expect(JSON.parse(state.text)).toMatchObject({ head: writeHead(head) });
});

test('the transcript is empty before the first bid, and unknown auctions have none', async () => {
  const { auction, path } = await stage();
  expect(await read(path)).toEqual({ auctionId: auction.auctionId, head: null, lines: [] });
  for (const page of ['transcript', 'transcript.json'])
    expect((await service.request(`/auctions/${randomUUID()}/${page}`)).status).toBe(404);
});

test('only the page of a bidder, and the private link, lead to the proof of a bid', async () => {
  const { auction, path } = await stage();
  const ada = aBidder(service, auction, { bidderId: 'customer-42' });
  await ada.bid({ amount: '65' });
  const ownPage = (await ada.open()).text;
  const privateLink = /href="([^"]*\/follow\?key=[^"]+)"/.exec(ownPage)![1]!.replaceAll('&amp;', '&');
  const proofOf = (page: string) =>
    new URLSearchParams((/transcript[^"#]*#([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&'));
  const { bidId, salt, bidderId } = Object.fromEntries(proofOf(ownPage));
  expect(
    proofOf(
      (await service.request(new URL(privateLink, publicUrl).pathname + new URL(privateLink, publicUrl).search)).text,
    ).get('salt'),
  ).toBe(salt);
  const proof = { bidId: bidId!, salt: salt!, bidderId: bidderId! };
  expect(await verifyTranscript(await read(path), { proof })).toMatchObject({
    faults: [],
    checks: expect.arrayContaining([{ code: 'proof', position: 2, valueInCents: 6_500 }]),
  });
  for (const page of [path, `${path}?bidderId=customer-42`, `${path}/transcript`, `${path}/transcript.json`])
    expect((await service.request(page)).text).not.toContain(salt);
});

test.each([
  ['en', 'Check this auction'],
  ['de', 'Diese Auktion nachprüfen'],
  ['es', 'Comprobar esta subasta'],
  ['ar', 'تحقّق من هذا المزاد'],
])('the page of the transcript speaks %s', async (language, heading) => {
  const { path } = await stage();
  const { status, text } = await service.request(`${path}/transcript?lang=${language}`);
  expect(status).toBe(200);
  expect(readable(text)).toContain(heading);
});
