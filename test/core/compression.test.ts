import { getRequestListener } from '@hono/node-server';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressPages } from '../../src/core/compression.ts';

const page = `<p>${'A walnut desk, 1962. '.repeat(200)}</p>`;
// As in the service, whose listener puts a shorter `Response` in the place of Node's.
getRequestListener(() => new Response());
const app = new Hono();
app.use(compressPages);
app.get('/page', (c) => c.html(page, 201, { vary: 'Cookie', 'x-other': 'stays' }));
app.get('/short', (c) => c.html('<p>Short</p>'));
app.get('/moved', (c) => c.redirect('/page', 303));

const get = (path: string, encodings?: string, method = 'GET') =>
  app.request(path, { method, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8, *;q=0.1'])('%s gets gzip', async (encodings) => {
  const answer = await get('/page', encodings);
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding');
  expect([answer.status, answer.headers.get('x-other')]).toEqual([201, 'stays']);
  const body = new Uint8Array(await answer.arrayBuffer());
  expect(body.byteLength).toBeLessThan(page.length / 5);
  expect(gunzipSync(body).toString()).toBe(page);
});

test.each([undefined, 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzip'])('%s gets the page as it is', async (encodings) => {
  const answer = await get('/page', encodings);
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding');
  expect(await answer.text()).toBe(page);
});

test('an answer to HEAD varies as that to GET does, and is not compressed', async () => {
  const { headers } = await get('/page', 'gzip', 'HEAD');
  expect([headers.get('vary'), headers.get('content-encoding')]).toEqual(['Cookie, Accept-Encoding', null]);
});

test('a short page and a redirect are left as they are', async () => {
  expect(await (await get('/short', 'gzip')).text()).toBe('<p>Short</p>');
  expect((await get('/moved', 'gzip')).headers.get('location')).toBe('/page');
});
