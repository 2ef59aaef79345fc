import { afterAll, expect, test } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { sendRaw } from '../fuzz/rest/send-raw.ts';
import { startService } from '../support/service.ts';

await using made = new AsyncDisposableStack();
const { deps } = made.use(await startService());
const { url } = made.use(await servePage(deps));
const open = made.move();
afterAll(() => open.disposeAsync());

const nothing = { headers: [], body: null };

test.each([
  ['a target that is no path', '*', []],
  ['a backslash in the path', String.raw`/v1\auctions`, []],
  ['a Host header that is no host', '/v1/auctions', [['host', 'a b']]],
] as const)('%s: 400, as a problem document', async (_, target, headers) => {
  const { status, headers: received, body } = await sendRaw(url, { ...nothing, method: 'GET', target, headers });
  expect([status, received.get('content-type')]).toEqual([400, 'application/problem+json']);
  expect(body).toMatchObject({ status: 400, code: 'invalid_request', requestId: received.get('x-request-id') });
});

test('a target with the whole address is as good as its path', async () => {
  const { status } = await sendRaw(url, { ...nothing, method: 'GET', target: 'http://elsewhere.example/healthz' });
  expect(status).toBe(200);
});
