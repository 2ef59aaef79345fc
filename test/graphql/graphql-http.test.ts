import { serverAudits } from 'graphql-http';
import { afterAll, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { serveApp } from './serve-app.ts';

const service = await sharedService();
const served = await serveApp(service.deps);
afterAll(() => served[Symbol.asyncDispose]());

const audits = serverAudits({ url: `${served.url}/graphql`, fetchFn: fetch });

test('there are audits for what the specification asks, recommends and allows', () => {
  for (const word of ['MUST', 'SHOULD', 'MAY']) expect(audits.some(({ name }) => name.startsWith(word))).toBe(true);
});

test.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_, audit) => {
  // A recommendation not followed is a "warn", a liberty not taken a "notice": here both are faults.
  expect(await audit.fn()).toMatchObject({ status: 'ok' });
});

test('HEAD is answered over a socket, too', async () => {
  const { status, headers } = await fetch(`${served.url}/graphql?query={__typename}`, { method: 'HEAD' });
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe('GET, POST');
});
