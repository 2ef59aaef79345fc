import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

// A client that asks for a large answer and does not read it keeps the answer in the memory of the process.

const service = await sharedService();
const served = await servePage(service.deps, { RATE_LIMIT_KEY: 'off', RATE_LIMIT_IP: 'off' });
afterAll(() => served[Symbol.asyncDispose]());
const seller = await service.seller();
// Twenty auctions with a thousand bids each: 6 MiB in /v1, more than a system keeps for a connection that nobody reads. A hundred with a long
// description, in thirty lists: 14 MiB in GraphQL.
for (let index = 0; index < 100; index += 1) {
  const auction = await service.auction(seller, ongoing);
  await service.db.query('insert into auction_presentations (auction_id, seller_id, description) values ($1, $2, $3)', [
    auction.auctionId,
    seller.sellerId,
    'x'.repeat(5_000),
  ]);
  if (index >= 20) continue;
  await service.db.query(
    `insert into bids (bid_id, auction_id, seller_id, bidder_id, placed_at, bid_value_in_cents)
     select uuidv7(), $1, $2, repeat('x', 190) || n, now(), 500 + n from generate_series(1, 1000) n`,
    [auction.auctionId, seller.sellerId],
  );
}
const lists = Array.from(
  { length: 30 },
  (_, index) => `a${index}: auctions { nodes { presentation { description } } }`,
).join(' ');

/** Asks, and reads no more than the beginning of the answer. */
async function askWithoutReading(head: string, body = ''): Promise<{ status: number; head: string; socket: Socket }> {
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  socket.write(
    `${head} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${seller.key}\r\n${length}\r\n${body}`,
  );
  await once(socket, 'readable');
  const start = String(socket.read(500) ?? socket.read());
  return { status: Number(start.split(' ')[1]), head: start, socket };
}

const askGraphql = () => askWithoutReading('POST /graphql', JSON.stringify({ query: `{ ${lists} }` }));

test('refuses a key whose answers are not read, until its connections are closed', async () => {
  const open: Socket[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { status, socket } = await askGraphql();
    expect(status).toBe(200);
    open.push(socket);
  }
  // One more list takes 64 MiB.
  const tooMuch = { status: 429, head: expect.stringMatching(/retry-after: 1\r\n/i) };
  for (let count = 0; count < 2; count += 1) {
    const refused = await askGraphql();
    open.push(refused.socket);
    expect(refused).toMatchObject(tooMuch);
    expect(refused.head).toContain('x-request-id');
  }
  // What takes little is answered all the same, and so are other keys.
  expect((await seller.get('/v1/auctions?limit=1')).status).toBe(200);
  const other = await service.seller();
  const headers = { authorization: `Bearer ${other.key}` };
  expect((await fetch(`${served.url}/v1/auctions?includeBids=true`, { headers })).status).toBe(200);

  for (const socket of open) socket.destroy();
  await expect
    .poll(async () => {
      const { status, socket } = await askGraphql();
      socket.destroy();
      return status;
    })
    .toBe(200);
});

test('counts the answers of /v1 as those of GraphQL', async () => {
  // At once: a slow machine would give up the first ones before it asks for the last.
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => askWithoutReading('GET /v1/auctions?includeBids=true')),
  );
  const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect(countOf(200)).toBeGreaterThan(5);
  expect(countOf(429)).toBeGreaterThan(0);
  for (const { socket } of answers) socket.destroy();
});
