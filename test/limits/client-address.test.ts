import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/platform/config.ts';
import { clientAddress } from '../../src/core/request-headers.ts';

async function addressOf(socket: string, forwarded: string | null, proxies: number): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, proxies)));
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  const incoming = { socket: { remoteAddress: socket, remotePort: 1, remoteFamily: 'IPv4' } };
  return (await app.request('/', { headers }, { incoming })).text();
}

test.each([
  ['no proxy is trusted: the socket', '10.0.0.9', '1.1.1.1', 0, '10.0.0.9'],
  ['one proxy: what it has added', '10.0.0.9', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
  ['two proxies: what the outer one has added', '10.0.0.9', '6.6.6.6, 1.1.1.1, 10.0.0.8', 2, '1.1.1.1'],
  ['a proxy that has added nothing', '10.0.0.9', null, 1, '10.0.0.9'],
  ['fewer addresses than proxies', '10.0.0.9', '1.1.1.1', 2, '10.0.0.9'],
  ['IPv6: the half that a household has', '2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2'],
  ['IPv6, shortened', '2001:db8::7', null, 0, '2001:db8:0:0'],
  ['IPv4 in IPv6', '::ffff:10.0.0.9', null, 0, '::ffff:10.0.0.9'],
] as const)('%s', async (_, socket, forwarded, proxies, address) => {
  expect(await addressOf(socket, forwarded, proxies)).toBe(address);
});

test('TRUST_PROXY is a number of proxies, none unless told', () => {
  expect(readConfig({}).trustedProxies).toBe(0);
  expect(readConfig({ TRUST_PROXY: '2' }).trustedProxies).toBe(2);
  expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(ConfigError);
});
