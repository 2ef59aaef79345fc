import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { soundAuction } from './periods.ts';

// How a body comes over a connection, which several requests use one after the other.

await using made = new AsyncDisposableStack();
const service = made.use(await startService());
const { url } = made.use(await servePage(service.deps));
const seller = await service.seller();
const { key } = seller;
const { auctionId } = await service.auction(seller, ongoing);
const open = made.move();
afterAll(() => open.disposeAsync());

const sound = Buffer.from(JSON.stringify(soundAuction));
const tooLong = Buffer.alloc(1_000_000, ' ');
const inPieces = [sound.subarray(0, 20), sound.subarray(20)];

let agent: Agent;
beforeEach(() => (agent = new Agent({ keepAlive: true, maxSockets: 1 })));
afterEach(() => agent.destroy());

const toV1 = { path: '/v1/auctions', type: 'application/json' };
const toPage = { path: `/auctions/${auctionId}/bids`, type: 'application/x-www-form-urlencoded' };

/** @param length what is told of it; without it, the body comes in chunks */
async function post(pieces: readonly Buffer[], length?: number, { path, type } = toV1) {
  const told = length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
  const headers = { authorization: `Bearer ${key}`, origin: url, 'content-type': type, ...told };
  const sent = request(url + path, { agent, method: 'POST', headers });
  const answered = once(sent, 'response');
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await delay(50);
    sent.write(piece);
  }
  if (length === undefined || length === Buffer.concat(pieces).length) sent.end();
  const [answer] = await answered;
  const content = await text(answer);
  const body = type === toV1.type ? (JSON.parse(content) as { code?: string }) : content;
  return { status: answer.statusCode, body, isReused: sent.reusedSocket };
}

test.each([
  ['told, at once', [sound], sound.length],
  ['told, in pieces', inPieces, sound.length],
  ['not told, at once', [sound], undefined],
  ['not told, in pieces', inPieces, undefined],
])('a body whose length is %s', async (_, pieces, length) => {
  expect(await post(pieces, length)).toMatchObject({ status: 201 });
  expect(await post([sound], sound.length)).toMatchObject({ status: 201, isReused: true });
});

test.each([
  ['told', tooLong.length],
  ['not told', undefined],
])('a body that is too long, and whose length is %s, leaves its connection to what follows', async (_, length) => {
  expect(await post([tooLong], length)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  expect(await post([sound], sound.length)).toMatchObject({ status: 201, isReused: true });
});

test('a form in pieces is read whole, and one that is too long leaves its connection to what follows', async () => {
  const form = [Buffer.from(`token=${randomUUID()}&amount=12&email=`), Buffer.from('not-an-address')];
  const isRead = { body: expect.stringContaining('not-an-address') };
  expect(await post(form, undefined, toPage)).toMatchObject(isRead);
  for (const length of [tooLong.length, undefined]) {
    expect(await post([tooLong], length, toPage)).toMatchObject({ status: 413, isReused: true });
    expect(await post(form, Buffer.concat(form).length, toPage)).toMatchObject({ ...isRead, isReused: true });
  }
});

test('a long answer comes as its bytes, and HEAD tells how many', async () => {
  const seller = await service.seller();
  for (let count = 0; count < 100; count += 1) await service.auction(seller, { title: `${count} ${'é'.repeat(140)}` });
  const asked = { headers: { authorization: `Bearer ${seller.key}`, 'accept-encoding': 'identity' } };
  const answer = await fetch(`${url}/v1/auctions?limit=100`, asked);
  const text = await answer.text();
  expect(text.length).toBeGreaterThan(16 * 1024);
  const { auctions } = JSON.parse(text) as { auctions: { title: string }[] };
  expect(auctions.map(({ title }) => title).toSorted()).toEqual(
    Array.from({ length: 100 }, (_, count) => `${count} ${'é'.repeat(140)}`).toSorted(),
  );
  const head = await fetch(`${url}/v1/auctions?limit=100`, { ...asked, method: 'HEAD' });
  for (const { headers } of [answer, head]) expect(headers.get('content-length')).toBe(`${Buffer.byteLength(text)}`);
});

test('a body that is too long is refused before the rest of it has come', async () => {
  expect(await post([tooLong.subarray(0, 100_000)], tooLong.length)).toMatchObject({ status: 413 });
});

test('a body is waited for to the length that was told, although its beginning is sound', async () => {
  expect(await post([sound, Buffer.from('}')], sound.length + 1)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
});
