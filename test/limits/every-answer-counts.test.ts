import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Answer } from '../support/answer.ts';
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

/** Asks three times from an address of its own. */
async function askThrice(request: string, headers: Record<string, string> = {}): Promise<Answer[]> {
  const [method, path] = request.split(' ') as [string, string];
  const address = `203.0.113.${addresses % 256}`;
  const also = `2001:db8:${Math.floor(addresses / 256)}::${(addresses++ % 256).toString(16)}`;
  const ask = () =>
    service.request(path, { method, headers: { 'x-forwarded-for': addresses < 200 ? address : also, ...headers } });
  return [await ask(), await ask(), await ask()];
}

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

test.each(requests)('%s is counted, whatever its answer', async (request) => {
  const path = request.split(' ')[1]!;
  const answers = await askThrice(request);
  const { headers, status } = answers[2]!;
  if (isProbe(path)) expect(status).not.toBe(429);
  else if (headers.get('ratelimit-policy')?.startsWith('"files"') === true)
    expect(headers.get('ratelimit')).toContain('r=11997');
  else expect([request, status]).toEqual([request, 429]);
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
  const address = `198.51.100.${addresses++ % 256}`;
  const ask = (init: RequestInit) =>
    service.request(path, { ...init, headers: { 'x-forwarded-for': address, ...(init.headers as object) } });
  const foreign = [];
  for (let count = 0; count < 3; count += 1) foreign.push((await ask({ method, headers })).status);
  expect(foreign[2]).toBe(429);
  expect((await ask({})).status).toBe(404);
});
