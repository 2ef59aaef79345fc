import { describe, expect, test, vi } from 'vitest';
import { makeLimitedApp, within } from './limited-app.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const admin = await service.seller({ scopes: ['admin'] });
// Well-formed, and no key: it is looked up in the database.
const madeUp = { authorization: `Bearer ${admin.key.slice(0, 9)}${'A'.repeat(43)}` };

describe('a made-up key', () => {
  test.each(['/metrics', '/admin', '/admin/queues', '/v1/auctions', '/graphql?query=%7Bclock%7Btimestamp%7D%7D'])(
    'costs ten requests at %s',
    async (path) => {
      await using app = makeLimitedApp(service, { key: null, ip: within(25) });
      const html = { accept: 'text/html' };
      const statuses: number[] = [];
      for (let request = 0; request < 4; request += 1) {
        statuses.push((await app.ask(path, { headers: { ...madeUp, ...(path === '/admin' ? html : {}) } })).status);
        await new Promise(setImmediate);
      }
      expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
    },
  );

  test('costs ten requests as a session at the sign-out', async () => {
    await using app = makeLimitedApp(service, { key: null, ip: within(25) });
    const headers = { 'sec-fetch-site': 'same-origin', cookie: `__Host-admin=${'A'.repeat(43)}` };
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1) {
      statuses.push((await app.ask('/admin/sign-out', { method: 'POST', headers })).status);
      await new Promise(setImmediate);
    }
    expect(statuses).toEqual([303, 303, 303, 429]);
  });
});

test('the files of pages have a wide budget of their own, which does not use up that of requests', async () => {
  await using app = makeLimitedApp(service, { key: null, ip: within(2) });
  for (const path of [
    '/docs',
    '/docs/errors',
    '/auctions/page.js',
    '/auctions/icon-plain.svg',
    '/seller/seller.js',
    '/favicon.ico',
    '/docs/openapi.json',
  ]) {
    expect((await app.ask(path)).status).toBe(200);
  }
  expect((await app.ask('/admin')).status).toBe(200);
  // On a busy machine the requests take longer than the budget's minute.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  let refused = 0;
  for (let request = 0; request < 12_001; request += 1) {
    if ((await app.ask('/auctions/icon-plain.svg')).status === 429) refused += 1;
  }
  clock.mockRestore();
  expect(refused).toBeGreaterThan(0);
  expect((await app.ask('/docs', {}, '10.0.0.2')).status).toBe(200);
});
