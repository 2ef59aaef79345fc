import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Config } from '../../src/platform/config.ts';
import { plainForm } from '../../src/core/read-form.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, sharedService, startService } from '../support/service.ts';
import { aBidder, type Bidder, bidderWithForm, type BidFields, cards, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();

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
    'style-src': "'self'",
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
    expect.stringMatching(/^<script src="\/auctions\/simulated\.js\?v=\w+" defer>$/),
  ]);
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test('messages, refusals and confirmations carry the same headers', async () => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
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

test('caches keep the script under an address that changes with it', async () => {
  const auction = await anAuction();
  const { text } = await aBidder(service, auction).open();
  const script = await service.request(/src="(\/auctions\/page\.js[^"]+)"/.exec(text)![1]!);
  expect(script.status).toBe(200);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toContain('immutable');
});

test('no cache keeps a file that a page of another version requests', async () => {
  const paths = [
    '/auctions/page.css',
    '/auctions/page.js',
    '/auctions/icon-good.svg',
    '/seller/seller.css',
    '/docs/files/docs.css',
  ];
  for (const path of paths.flatMap((each) => [each, `${each}?v=0123456789abcdef`])) {
    const { status, headers } = await service.request(path);
    expect({ path, status, kept: headers.get('cache-control') }).toEqual({ path, status: 200, kept: 'no-store' });
  }
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
  const bidder = await bidderWithForm(service, auction);
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
  ['the host that the request names', { origin: 'http://localhost' }],
])('a form from %s is not taken', async (_, headers) => {
  const auction = await anAuction();
  const bidder = await bidderWithForm(service, auction);
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
  ['a body over the cap', asForm, `token=${randomUUID()}&amount=${'1'.repeat(plainForm.maxBytes)}`, 413],
])('a body with %s is refused, as a page', async (_, headers, body, status) => {
  const auction = await anAuction();
  const answer = await service.request(`/auctions/${auction.auctionId}/bids`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('text/html');
});

test('a GET at the address of a returned form leads to the page', async () => {
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
  const { text: transcript } = await stranger.get(`${path}/transcript.json`);
  for (const secret of secrets) expect(transcript).not.toContain(secret);
  const state = await stranger.get(`${path}/state`);
  expect(Object.keys(state.body).sort()).toEqual([
    'bidCount',
    'clockOffsetMs',
    'endsAtMs',
    'head',
    'leadingBidder',
    'leadingInCents',
    'minimumInCents',
    'nowMs',
    'phase',
    'raisesInCents',
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

type Bid = Bidder['bid'];

/** A service of its own, with limits for the test. */
const withLimits = (limits: Partial<Config['pageLimits']>) => {
  const { config } = service.deps;
  return startService({ config: { ...config, pageLimits: { ...config.pageLimits, ...limits } } });
};

const within = (points: number) => ({ points, seconds: 600 });

test('a hall of 45 guests behind one address places two bids each within a minute', async () => {
  await using hall = await startService();
  const auction = await hall.auction(await hall.seller(), ongoing);
  const guests = Array.from({ length: 45 }, () => aBidder(hall, auction));
  const bid = (count: number) => {
    const index = count % 45;
    const confirmed = `${(25 + count) * 100} raise backup`;
    return guests[index]!.bid({ amount: String(25 + count), email: `guest-${index}@example.com`, confirmed });
  };
  // Five at a time: on a busy machine, the others would wait too long for one of ten connections.
  for (let turn = 0; turn < 90; turn += 5) {
    const answers = await Promise.all([0, 1, 2, 3, 4].map((place) => bid(turn + place)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  }
  const { rows } = await hall.db.query('select from bids where auction_id = $1', [auction.auctionId]);
  expect(rows).toHaveLength(90);
});

test.each<[string, Record<string, string>]>([
  ['a picture', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
  ['a script of a neighbour', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a script in an older browser', { origin: 'https://evil.test' }],
  ['a script of the host that the request names', { origin: 'http://localhost' }],
])("%s on another site's page is refused and takes nothing from the bidder who reads that page", async (_, headers) => {
  await using limited = await withLimits({ browser: within(40), ip: within(40), newcomers: within(40) });
  const auction = await limited.auction(await limited.seller(), ongoing);
  const path = `/auctions/${auction.auctionId}`;
  const bidder = await bidderWithForm(limited, auction);
  const cookie = bidder.cookie!;
  let refused = 0;
  for (let count = 0; count < 20; count++) {
    for (const asked of ['', '/state', '/return?bid=1', '/challenge?bid=1', '/follow?key=1']) {
      const answer = await limited.request(path + asked, { headers: { ...headers, cookie } });
      // A frame is led to what may be shown in one. Requests that another site causes have a budget of their own.
      const isLed = asked === '' && headers['sec-fetch-dest'] === 'iframe';
      expect(answer.status).toBe(refused < 40 ? (isLed ? 302 : 403) : 429);
      refused += 1;
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  }
  expect(readable((await bidder.bid()).text)).toContain('Your bid of');
});

test('a link on another site leads to the page', async () => {
  const auction = await anAuction();
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await service.request(`/auctions/${auction.auctionId}`, { headers })).status).toBe(200);
});

test('empty forms of one browser, and requests without one, take nothing from another browser at the same address', async () => {
  await using limited = await withLimits({ browser: within(30), newcomers: within(30) });
  const auction = await limited.auction(await limited.seller(), ongoing);
  const bidder = aBidder(limited, auction);
  const flooding = aBidder(limited, auction);
  await Promise.all([bidder.open(), flooding.open()]);
  const statuses = [];
  for (let count = 0; count < 31; count++) statuses.push((await flooding.send({ amount: '' })).status);
  expect(statuses).toEqual([...Array(30).fill(422), 429]);
  for (let count = 0; count < 40; count++) {
    for (const asked of ['return', 'challenge']) await limited.request(`/auctions/${auction.auctionId}/${asked}`);
  }
  expect((await limited.request(`/auctions/${auction.auctionId}`)).status).toBe(429);
  expect(readable((await bidder.bid()).text)).toContain('Your bid of');
});

test('a form over the limit of its browser is shown again with what was typed, and without its card', async () => {
  await using limited = await withLimits({ browser: within(1) });
  const auction = await limited.auction(await limited.seller(), ongoing);
  const bidder = await bidderWithForm(limited, auction);
  expect((await bidder.send({ amount: '' })).status).toBe(422);
  const refused = await bidder.send({ amount: '60,50', email: 'ada@example.com', cardNumber: cards.good });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(readable(refused.text)).toMatch(/Wait \d+ (s|min)/);
  // The form goes on where it was, without its card.
  expect(refused.text).toMatch(/<input id="amount"[^>]* value="60,50"/);
  expect(refused.text).toMatch(/<input id="email"[^>]* value="ada@example.com"/);
  expect(bidder.hidden).toMatchObject({ token: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(refused.text).not.toMatch(/4242|name="card/);
});

test('a purchase over the limit of its browser stays a purchase', async () => {
  await using limited = await withLimits({ browser: within(1) });
  const auction = await limited.auction(await limited.seller(), { ...ongoing, buyNowPriceInCents: 9_000 });
  const bidder = await bidderWithForm(limited, auction);
  await bidder.send({ amount: '' });
  const refused = await bidder.send({ amount: '', buy: '9000' });
  expect(refused.status).toBe(429);
  expect(bidder.hidden).toMatchObject({ buy: '9000' });
  expect(refused.text).not.toContain('id="amount"');
});

test('a form that never reached the payment provider does not count as a bid', async () => {
  await using limited = await withLimits({ bidsOfBrowser: within(1) });
  const owner = await limited.seller();
  const auction = await limited.auction(owner, ongoing);
  const bidder = aBidder(limited, auction);
  for (let count = 0; count < 3; count++) {
    expect((await bidder.bid({ amount: '' })).status).toBe(422);
    await bidder.open();
    expect((await bidder.send({ cardNumber: undefined, cardExpiry: undefined, cardCvc: undefined })).status).toBe(200);
  }
  await owner.mutate('banBidder', { bidderId: 'banned@example.com', reason: 'A fraud' });
  for (let count = 0; count < 3; count++) {
    expect((await bidder.bid({ email: 'banned@example.com' })).status).toBe(409);
  }
  expect(readable((await bidder.bid()).text)).toContain('Your bid of');
  expect((await aBidder(limited, auction).bid({ amount: '30', email: 'rival@example.com' })).status).toBe(200);
  expect((await bidder.bid({ amount: '40', confirmed: '4000 raise' })).status).toBe(429);
});

test('a bidder whose bid stands raises it, however many bids have come from others at the address', async () => {
  await using limited = await withLimits({ bidsOfIp: within(3) });
  const auction = await limited.auction(await limited.seller(), ongoing);
  const [bidder, rival, declined, newcomer] = ['ada', 'rival', 'declined', 'newcomer'].map((name) => {
    const each = aBidder(limited, auction);
    return (fields: BidFields) => each.bid({ email: `${name}@example.com`, ...fields });
  }) as [Bid, Bid, Bid, Bid];
  expect((await bidder({ amount: '25' })).status).toBe(200);
  expect((await rival({ amount: '30' })).status).toBe(200);
  expect((await declined({ amount: '35', cardNumber: cards.declined })).status).toBe(200);
  expect((await newcomer({ amount: '36' })).status).toBe(429);
  expect(readable((await bidder({ amount: '40', confirmed: '4000 raise' })).text)).toContain('Your bid of');
  const { rows } = await limited.db.query('select from bids where auction_id = $1', [auction.auctionId]);
  expect(rows).toHaveLength(3);
});
