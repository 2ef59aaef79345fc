import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { MemoryCounter } from '../../src/platform/limits/counters.ts';
import { publicUrl, startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';

const mounted = vi.spyOn(Hono.prototype, 'route');
const budget = { points: 2, seconds: 600 };
const settings = readConfig({ ...withDatabase('postgres://unused'), PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
const service = await startService({
  config: {
    ...settings,
    metricsToken: null,
    rateLimits: { key: budget, ip: budget },
    pageLimits: {
      ...settings.pageLimits,
      browser: budget,
      ip: budget,
      newcomers: budget,
      pictures: budget,
      uploads: budget,
    },
  },
});
const at = mounted.mock.calls.findIndex(([path]) => path === '/auctions');
const app = mounted.mock.contexts[at] as Hono;

const fill = (path: string) => path.replaceAll(/:\w+(?:\{[^}]*\})?\??/g, () => randomUUID()).replace('*', randomUUID());

/** Each route of the process with each of its methods, and paths that lead nowhere, below each mount. */
const requests = [
  ...new Set(
    app.routes
      .filter(({ path }) => path !== '/*' && path !== '*')
      .map(({ method, path }) => `${method === 'ALL' ? 'GET' : method} ${fill(path)}`),
  ),
  ...[
    '',
    '/v1',
    '/v1/auctions',
    '/graphql',
    '/auctions',
    '/auctions/pictures',
    '/auctions/mail',
    '/seller',
    '/admin',
  ].flatMap((mount) => [`GET ${mount}/nothing-here`, `POST ${mount}/nothing-here`, `DELETE ${mount}/a/b/c/d`]),
  `GET /auctions/${randomUUID()}/nothing-here`,
  `DELETE /auctions/${randomUUID()}`,
];

/** They change nothing and cost nothing: load balancers ask every second. */
const isProbe = (path: string) => ['/healthz', '/readyz'].includes(path);

let addresses = 0;

/** An address of its own for each test. */
const addressOfNext = () => `203.0.${113 + Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}`;

test('the walk meets the routes of every part of the service', () => {
  expect(requests.length).toBeGreaterThan(90);
  for (const part of [
    '/v1/auctions',
    '/graphql',
    '/auctions/',
    '/seller',
    '/admin',
    '/docs',
    '/metrics',
    '/mail-events/',
  ])
    expect(requests.some((request) => request.includes(` ${part}`))).toBe(true);
});

const taken = vi.spyOn(MemoryCounter.prototype, 'take');

test.each(requests)('%s is counted, whatever its answer', async (request) => {
  const [method, path] = request.split(' ') as [string, string];
  const address = addressOfNext();
  await service.request(path, { method, headers: { 'x-forwarded-for': address } });
  const points = taken.mock.calls.filter(([key]) => key.includes(address)).map(([, each]) => each);
  if (isProbe(path)) expect(points).toEqual([]);
  else expect(Math.min(...points)).toBeGreaterThan(0);
});

test.each([
  'GET /auctions/nothing-here',
  `GET /auctions/${randomUUID()}/nothing-here`,
  `GET /auctions/${randomUUID()}/embed`,
  `POST /auctions/${randomUUID()}/bids`,
  'POST /auctions/mail/a-token/unsubscribe',
  `PUT /auctions/pictures/${randomUUID()}`,
  'GET /seller/nothing-here',
  'GET /nothing-here',
])('%s is refused over the limit', async (request) => {
  const [method, path] = request.split(' ') as [string, string];
  const headers = { 'x-forwarded-for': addressOfNext() };
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await service.request(path, { method, headers })).status);
  expect(statuses[0]).not.toBe(429);
  expect(statuses[2]).toBe(429);
});

test.each([
  [
    'a picture on a page of another site',
    'GET',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  ],
  [
    'a form of another site',
    'POST',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
  [
    'a frame of another site',
    'GET',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ],
])('%s is counted, and takes nothing from the people at the same address', async (_, method, headers) => {
  const path = `/auctions/${randomUUID()}/state`;
  const address = addressOfNext();
  const ask = (init: RequestInit) =>
    service.request(path, { ...init, headers: { 'x-forwarded-for': address, ...(init.headers as object) } });
  const foreign = [];
  for (let count = 0; count < 3; count += 1) foreign.push((await ask({ method, headers })).status);
  expect(foreign[2]).toBe(429);
  expect((await ask({})).status).toBe(404);
});
