import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { formWithFiles, plainForm } from '../../src/core/read-form.ts';
import { sellerPages } from '../../src/pages/seller/pages.ts';
import type { Answer } from '../support/answer.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, serviceForFile, startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';
import { stalledBodies } from '../support/stalled-bodies.ts';
import { ours, sellerBrowser, signIn, textOf } from './seller-browser.ts';

const config = readConfig({ ...withDatabase('postgres://unused'), PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
const service = await serviceForFile({ config });
const seller = await service.seller();
const browser = await sellerBrowser(service, seller);

const { maxBytes, maxFields, maxParts } = plainForm;
const urlencoded = 'application/x-www-form-urlencoded';
const fieldsOf = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=`).join('&');

/** A form of parts, as a browser writes it. */
const partsOf = (count: number, text = '') =>
  [
    ...Array.from(
      { length: count },
      (_, at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n${text}\r\n`,
    ),
    '--x--\r\n',
  ].join('');

const send = (path: string, body: BodyInit, type = urlencoded, cookie = browser.cookie) =>
  service.request(path, {
    method: 'POST',
    headers: { cookie, 'content-type': type, ...ours },
    body,
    duplex: 'half',
  } as RequestInit);

/** A body that goes on for ever, and tells how much of it was read. */
function endless(piece: string) {
  const chunk = new TextEncoder().encode(piece.repeat(Math.ceil(16_384 / piece.length)));
  const told = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      told.bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  return { body, told };
}

const pagesOfSellers = sellerPages.map(({ route }) => `/seller${route.replaceAll(/:\w+/g, () => randomUUID())}`);
const { auctionId } = await service.auction(seller, ongoing);
const otherReaders = [
  ...['bids', 'delivery', 'challenge', 'give-up'].map((name) => `/auctions/${auctionId}/${name}`),
  '/auctions/mail/a-token/unsubscribe',
  '/seller/sign-out',
  '/admin/sign-in',
  '/admin/sign-out',
  '/admin/find',
  '/admin/levers',
];

test.each([...pagesOfSellers, ...otherReaders])(
  'a form of too many fields to %s is refused before it is read',
  async (path) => {
    const admin = await service.seller({ scopes: ['admin'] });
    const signedIn = await service.request('/admin/sign-in', {
      method: 'POST',
      headers: { 'x-forwarded-for': `198.51.100.${otherReaders.indexOf(path) + 1}`, ...ours },
      body: new URLSearchParams({ key: admin.key }),
    });
    const cookie = `${browser.cookie}; ${signedIn.headers.get('set-cookie')!.split(';')[0]}`;
    for (const [piece, type] of [
      ['a=&', urlencoded],
      ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n', 'Multipart/Form-Data; boundary=x'],
    ] as const) {
      const { body, told } = endless(piece);
      expect((await send(path, body, type, cookie)).status).toBe(413);
      expect(told.bytes).toBeLessThan(maxBytes);
    }
  },
);

test('a plain form has at most 128 KiB, 300 fields and 50 parts, whether or not the sender is signed in', async () => {
  const filled = (bytes: number) => `form=x&a=${'a'.repeat(bytes - 'form=x&a='.length)}`;
  const multipart = 'MULTIPART/form-data; boundary="x"';
  for (const cookie of [browser.cookie, '']) {
    const statuses = async (...forms: (readonly [body: string, type?: string])[]) =>
      await Promise.all(forms.map(async ([body, type]) => (await send('/seller/keys', body, type, cookie)).status));
    const taken = await statuses([filled(maxBytes)], [fieldsOf(maxFields)], [partsOf(maxParts), multipart]);
    for (const status of taken) expect([400, 401]).toContain(status);
    expect(
      await statuses([filled(maxBytes + 1)], [fieldsOf(maxFields + 1)], [partsOf(maxParts + 1), multipart]),
    ).toEqual([413, 413, 413]);
  }
});

test('a page whose form takes files takes larger forms, from sellers who are signed in alone', async () => {
  const large = partsOf(formWithFiles.maxParts, 'a'.repeat(1_000));
  expect(large.length).toBeGreaterThan(maxBytes);
  const type = 'multipart/form-data; boundary=x';
  expect((await send('/seller/list', large, type)).status).not.toBe(413);
  const refused = await send('/seller/list', partsOf(formWithFiles.maxParts + 1), type);
  expect(refused.status).toBe(413);
  expect(textOf(refused)).toContain('A form takes 128 kB, one with pictures 32 MB in all');
});

test('a stranger’s form with files is read to its end, and only its texts are kept, whatever the chunks', async () => {
  const type = 'multipart/form-data; boundary=x';
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (value: string) => part('files"; filename="a.jpg', value);
  const form = `${file('\r\n-\r\n--\r\n--')}${part('form', 'item')}${part('title', 'A desk\r\n--')}${file('-')}${part('minimum', '5')}${part('files"; filename="', '')}--x--\r\n`;
  const inPieces = (size: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        const bytes = new TextEncoder().encode(form);
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
        controller.close();
      },
    });
  for (const size of [1, 3, 7, 64, form.length]) {
    const answer = await send('/seller/list', inPieces(size), type, '');
    expect(answer.status).toBe(401);
    const kept = [...answer.text.matchAll(/name="kept-([^"]*)" value="([^"]*)"/g)].map(([, ...field]) => field);
    expect(kept).toEqual([
      ['form', 'item'],
      ['title', 'A desk\n--'],
      ['minimum', '5'],
      ['lost-files', 'yes'],
    ]);
  }
  for (const [endlessPart, most] of [
    [part('a', 'a'.repeat(16_384)), 2 * maxBytes],
    [`--x\r\nContent-Disposition: form-data; ${'a'.repeat(16_384)}`, maxBytes],
    [file('a'.repeat(1024 * 1024)), formWithFiles.maxBytes + 4 * 1024 * 1024],
  ] as const) {
    const { body, told } = endless(endlessPart);
    expect((await send('/seller/list', body, type, '')).status).toBe(413);
    expect(told.bytes).toBeLessThan(most);
  }
});

test('forms that come slowly hold up nobody else, and are given up', async () => {
  const strangers = await Promise.all(Array.from({ length: 6 }, () => service.seller()));
  const cookies = await Promise.all(strangers.map(async (each) => (await sellerBrowser(service, each)).cookie));
  const bodies = stalledBodies();
  const type = 'multipart/form-data; boundary=x';
  const slow = cookies.map((cookie) => send('/seller/list', bodies.make('--x\r\n'), type, cookie));
  await vi.waitUntil(() => bodies.stalled() === slow.length, { timeout: 30_000, interval: 5 });
  const quick = browser.send('/seller/profile', 'profile', { lotsPage: 'HIDDEN', askWinnerFor: 'NONE' });
  expect((await Promise.race([quick, ...slow])).status).toBe(303);
  const given = await bodies.goOnTooLate(() => Promise.all(slow));
  expect(given.map(({ status }) => status)).toEqual(cookies.map(() => 408));
  expect(textOf(given[0]!)).toContain('This came in too slowly');
});

test('requests of a session count into the budget of its key', async () => {
  const rateLimits = { key: { points: 4, seconds: 600 }, ip: null };
  await using limited = await startService({ config: { ...service.deps.config, databaseUrl: null, rateLimits } });
  const [one, other] = [await limited.seller(), await limited.seller()];
  const signedIn = await sellerBrowser(limited, one);
  const statuses: number[] = [];
  let last: Answer | null = null;
  for (let count = 0; count < 5; count += 1) {
    last = await signedIn.get('/seller/profile');
    statuses.push(last.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(textOf(last!)).toContain('Too many requests');
  expect(last!.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await one.get('/v1/auctions')).status).toBe(429);
  expect((await other.get('/v1/auctions')).status).toBe(200);
  expect((await signIn(limited, other.key)).status).toBe(303);
});

test('no other file of the service reads a form', () => {
  const source = new URL('../../src/', import.meta.url);
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /\.formData\(|\.parseBody\(|\breq\.(?:text|json|blob)\(/.test(readFileSync(new URL(name, source), 'utf8')),
    );
  expect(readers).toEqual(['core/read-form.ts']);
});
