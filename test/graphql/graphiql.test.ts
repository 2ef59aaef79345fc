import { afterAll, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { serveApp } from './serve-app.ts';

const service = await sharedService();
const served = await serveApp(service.deps);
afterAll(() => served[Symbol.asyncDispose]());

const address = `${served.url}/graphql`;
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('the page is for browsers alone, and may neither be framed nor load from elsewhere', async () => {
  const page = await fetch(address, { headers: html });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toMatch(/\baccept\b/i);
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  const policy = page.headers.get('content-security-policy')!.split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");

  const client = await fetch(`${address}?query={__typename}`, { headers: { accept: 'application/json' } });
  expect(await client.json()).toEqual({ data: { __typename: 'Query' } });
});

test('a page that the browser has is not sent again', async () => {
  const first = await fetch(address, { headers: html });
  const second = await fetch(address, { headers: { ...html, 'if-none-match': first.headers.get('etag')! } });
  expect(second.status).toBe(304);
  const other = await fetch(address, { headers: { ...html, 'if-none-match': '"another"' } });
  expect(other.status).toBe(200);
});

test('the files of the page are small, cached by their content, and unknown under another name', async () => {
  const page = await (await fetch(address, { headers: html })).text();
  const paths = [...page.matchAll(/graphql\/files\/[\w.?=-]+/g)].map(([path]) => path);
  expect(new Set(paths).size).toBe(7);
  let bytes = 0;
  for (const path of paths) {
    const file = await fetch(`${served.url}/${path}`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-encoding')).toBe('gzip');
    bytes += Number(file.headers.get('content-length') ?? NaN);
  }
  expect(bytes).toBeLessThan(3_500_000);

  const [path] = paths;
  const plain = await service.request(`/${path}`, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.text).toContain('.graphiql-container');
  const missing = await service.request('/graphql/files/nothing.js');
  expect(missing.status).toBe(404);
  expect(missing.body.code).toBe('not_found');
});
