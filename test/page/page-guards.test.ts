import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { maxFormBytes } from '../../src/page/read-form.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, startService } from '../support/service.ts';
import { readAnswer } from '../support/answer.ts';
import { redisIsInstalled, startRedis } from '../support/redis.ts';
import { aBidder, cards, readable } from './bidder.ts';

const service = await startService();
const seller = await service.seller();
afterAll(() => service[Symbol.asyncDispose]());

const anAuction = () => service.auction(seller, ongoing);

test('a page runs and loads nothing that it does not name, in no frame, and is kept nowhere', async () => {
  const auction = await anAuction();
  const { headers, text } = await aBidder(service, auction).open();
  const policy = Object.fromEntries(
    headers
      .get('content-security-policy')!
      .split('; ')
      .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1).join(' ')]),
  );
  expect(policy).toEqual({
    'default-src': "'none'",
    'style-src': expect.stringMatching(/^'sha256-[A-Za-z0-9+/]{43}='$/),
    'script-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toMatch(/ style=| on\w+=|javascript:/);
  expect(text.match(/<script[^>]*>/g)).toEqual([
    expect.stringMatching(/^<script src="\/auctions\/page\.js\?v=\w+" defer>$/),
  ]);
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test('messages, refusals and confirmations carry the same headers', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  await bidder.open();
  for (const answer of [
    await service.request('/auctions/none'),
    await bidder.send({ amount: '' }),
    await bidder.send({}, { origin: 'https://evil.test' }),
  ]) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test('the script is served under an address that changes with it, and kept for good', async () => {
  const auction = await anAuction();
  const { text } = await aBidder(service, auction).open();
  const script = await service.request(/src="(\/auctions\/page\.js[^"]+)"/.exec(text)![1]!);
  expect(script.status).toBe(200);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toContain('immutable');
});

test('the browser is named by a cookie that no script reads and no other site sends', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  const first = await bidder.open();
  const cookie = first.headers.get('set-cookie')!;
  expect(cookie).toMatch(/^__Host-browser=[0-9a-f-]{36};/);
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
  expect(cookie).not.toContain('Domain');
  expect((await bidder.open()).headers.get('set-cookie')).toBeNull();
  bidder.cookie = '__Host-browser=<script>';
  expect((await bidder.open()).headers.get('set-cookie')).toMatch(/^__Host-browser=[0-9a-f-]{36};/);
});

test('a browser that keeps no cookie is told so before a card is asked', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  await bidder.open();
  bidder.cookie = null;
  const { status, text } = await bidder.send();
  expect(status).toBe(409);
  expect(readable(text)).toContain('Your browser does not keep our cookie');
  const { rows } = await service.db.query('select from authorizations where auction_id = $1', [auction.auctionId]);
  expect(rows).toEqual([]);
});

test.each([
  ['another site', { origin: 'https://evil.test' }],
  ['another site, as the browser tells', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame', { origin: 'null' }],
])('a form from %s is not taken', async (_, headers) => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  await bidder.open();
  const { status, text } = await bidder.send({}, headers);
  expect(status).toBe(403);
  expect(readable(text)).toContain('This form came from another site');
});

test('a form that does not say where it comes from is not taken', async () => {
  const auction = await anAuction();
  const { status } = await service.request(`/auctions/${auction.auctionId}/bids`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=25',
  });
  expect(status).toBe(403);
});

const asForm = { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl };

test.each([
  ['JSON', { ...asForm, 'content-type': 'application/json' }, '{"amount":"25"}', 400],
  ['several parts', { ...asForm, 'content-type': 'multipart/form-data; boundary=x' }, '--x--', 400],
  ['a field given twice', asForm, `token=${randomUUID()}&amount=25&amount=26`, 400],
  ['no token', asForm, 'amount=25', 400],
  ['a token that is none', asForm, 'token=1&amount=25', 400],
  ['a body over the cap', asForm, `token=${randomUUID()}&amount=${'1'.repeat(maxFormBytes)}`, 413],
])('a body with %s is refused, as a page', async (_, headers, body, status) => {
  const auction = await anAuction();
  const answer = await service.request(`/auctions/${auction.auctionId}/bids`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('text/html');
});

test('a body whose length is not told is capped as it comes', async () => {
  const auction = await anAuction();
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('a'.repeat(4_096))),
  });
  const request = new Request(`${publicUrl}/auctions/${auction.auctionId}/bids`, {
    method: 'POST',
    headers: asForm,
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect((await createApp(service.deps).fetch(request)).status).toBe(413);
});

test('whoever asks for the address of a form that was shown again comes to the page', async () => {
  const auction = await anAuction();
  const { status, headers } = await service.request(`/auctions/${auction.auctionId}/bids`);
  expect(status).toBe(303);
  expect(headers.get('location')).toBe(`/auctions/${auction.auctionId}`);
});

test('no page, event or state ever tells who bids', async () => {
  const auction = await anAuction();
  const secrets = ['secret.person@example.com', 'secret-internal-id', 'second.person'];
  const bidder = aBidder(service, auction);
  await bidder.bid({ email: secrets[0]!, amount: '25' });
  await aBidder(service, auction, { bidderId: secrets[1]! }).bid({ email: 'second.person@example.com', amount: '30' });
  await aBidder(service, auction).bid({ email: 'second.person@example.com', amount: '10', cardNumber: cards.declined });

  const stranger = aBidder(service, auction);
  const path = `/auctions/${auction.auctionId}`;
  // Whoever types somebody's name or address gets nothing for it.
  const typed = await stranger.open(`${path}?bidderId=${secrets[0]!.split('@')[0]}`);
  expect(typed.text).not.toContain('@example.com');
  expect(readable(typed.text)).not.toContain('Your bids');
  const refused = await stranger.send({ amount: '1', email: 'mine@example.com' });
  for (const { text } of [await stranger.open(path), await stranger.get(`${path}/state`), refused]) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    const { rows } = await service.db.query<{ id: string }>(
      'select bid_id as id from bids union all select authorization_id from authorizations',
    );
    for (const { id } of rows) expect(text).not.toContain(id);
  }
  const state = await stranger.get(`${path}/state`);
  expect(Object.keys(state.body).sort()).toEqual([
    'bidCount',
    'clockOffsetMs',
    'endsAtMs',
    'leadingInCents',
    'minimumInCents',
    'nowMs',
    'phase',
    'startsAtMs',
    'title',
  ]);
  // Her own address is shown to her own browser alone.
  expect((await bidder.open()).text).toContain(secrets[0]);
});

test('declined cards are soon no longer asked for, by one browser and by all of one address', async () => {
  await using limited = await startService();
  const owner = await limited.seller();
  const auction = await limited.auction(owner, ongoing);
  const statuses = async (bidder: ReturnType<typeof aBidder>, times: number) => {
    const seen: number[] = [];
    for (let time = 0; time < times; time++) seen.push((await bidder.bid({ cardNumber: cards.declined })).status);
    return seen;
  };
  const bidder = aBidder(limited, auction);
  expect(await statuses(bidder, 8)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);

  const last = await bidder.bid();
  expect(last.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(readable(last.text)).toContain('Too many tries');
  expect(last.text).toMatch(/<input id="amount"[^>]* value="25"/);
  expect(last.text).not.toContain('4242');
  // Another browser of the same address may still, but not for ever.
  expect((await aBidder(limited, auction).bid()).status).toBe(200);
});

test('more forms a minute than a person fills in are too many, at one auction and from one address', async () => {
  await using limited = await startService();
  const owner = await limited.seller();
  const [one, other] = [await limited.auction(owner, ongoing), await limited.auction(owner, ongoing)];
  const bidder = aBidder(limited, one);
  await bidder.open();
  const answers = [];
  for (let count = 0; count < 61; count++) answers.push((await bidder.send({ amount: '' })).status);
  expect(answers.slice(0, 60)).toEqual(Array(60).fill(422));
  expect(answers[60]).toBe(429);
  const refused = await bidder.send({ amount: '60,50', email: 'ada@example.com', cardNumber: cards.good });
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(readable(refused.text)).toMatch(/Wait \d+ (s|min)/);
  // The form goes on where it was, without its card.
  expect(refused.text).toMatch(/<input id="amount"[^>]* value="60,50"/);
  expect(refused.text).toMatch(/<input id="email"[^>]* value="ada@example.com"/);
  expect(bidder.hidden).toMatchObject({ token: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(refused.text).not.toMatch(/4242|name="card/);
  const elsewhere = aBidder(limited, other);
  await elsewhere.open();
  expect((await elsewhere.send({ amount: '' })).status).toBe(422);
});

test.skipIf(!redisIsInstalled())(
  'with Redis all processes count together; while it is away each counts alone',
  async () => {
    await using redis = await startRedis();
    const deps = { ...service.deps, config: { ...service.deps.config, redisUrl: redis.url } };
    await using one = createApp(deps);
    await using other = createApp(deps);
    const auction = await anAuction();
    const through = (app: typeof one) =>
      aBidder(
        {
          request: async (path, init) =>
            readAnswer(await app.fetch(new Request(new URL(path, 'http://localhost'), init))),
        },
        auction,
      );
    const bidder = through(one);
    const second = through(other);
    // The connections are made meanwhile.
    for (const each of [bidder, second]) {
      await redis.flushAll();
      const counted = async () => [await each.open(), await redis.command('keys', 'page:*')][1];
      await expect.poll(counted, { timeout: 20_000 }).not.toEqual([]);
    }
    for (let count = 0; count < 30; count++) await bidder.send({ amount: '' });
    const statuses = [];
    for (let count = 0; count < 35; count++) statuses.push((await second.send({ amount: '' })).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);

    await redis.stop();
    // As soon as it is noticed.
    await expect.poll(async () => (await second.send({ amount: '' })).status).toBe(422);
  },
);
