import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { htmlPage } from '../../src/core/html-page.ts';
import { compressPage, gzip } from '../../src/page/compress-page.ts';

const page = `<p>${'A walnut desk, 1962. '.repeat(200)}</p>`;
const app = new Hono();
app.use(compressPage);
app.get('/page', (c) => c.html(page, 201, { vary: 'Cookie', 'x-other': 'stays' }));
const styled = (language: string, text: string) =>
  `<html lang="${language}"><style>${'.card { color: red; } '.repeat(100)}</style><p>${text}</p>`;
app.get('/styled/:language', (c) => c.html(styled(c.req.param('language'), c.req.query('text')!)));
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

test('the style of a page is compressed once, whatever the titles of the pages are', () => {
  const rules = Array.from({ length: 300 }, (_, n) => `.card-${n} { color: red; }`);
  const head = html`<style>${rules.join(' ')}</style>`;
  const compressed = Array.from({ length: 40 }, (_, n) =>
    gzip(Buffer.from(htmlPage({ title: `${n} desks`, head, body: html`<p>${n}</p>` }))),
  );
  const beginnings = compressed.map((bytes) => Buffer.from(bytes.subarray(0, 250)).toString('hex'));
  expect(new Set(beginnings).size).toBe(1);
});

test('pages that begin with the same style arrive whole, each with its own rest, in more languages than are kept', async () => {
  for (const language of ['en', 'en', 'de', ...Array.from({ length: 30 }, (_, n) => `x-${n}`), 'en']) {
    for (const text of ['A desk', 'ein Stuhl ‹1›', '</style> '.repeat(50)]) {
      const answer = await get(`/styled/${language}?text=${encodeURIComponent(text)}`, 'gzip');
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(styled(language, text));
    }
  }
});

test.each([undefined, 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzip'])('%s gets the page as it is', async (encodings) => {
  const answer = await get('/page', encodings);
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding');
  expect(await answer.text()).toBe(page);
});

test('a short page, a redirect and an answer to HEAD are left as they are', async () => {
  expect(await (await get('/short', 'gzip')).text()).toBe('<p>Short</p>');
  expect((await get('/moved', 'gzip')).headers.get('location')).toBe('/page');
  expect((await get('/page', 'gzip', 'HEAD')).headers.get('content-encoding')).toBeNull();
});
