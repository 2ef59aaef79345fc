import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Whom a limit counts: the client's address. Each trusted proxy has added the address that it saw to the end of
 * `X-Forwarded-For`; what stands before that, anybody can write.
 *
 * @param proxies how many stand before this service
 * @returns of an IPv6 address the first 64 bits, which one household has for itself
 */
export function clientAddress(c: Context, proxies: number): string {
  return addressOf(c.req.header('x-forwarded-for') ?? null, socketAddressOf(c.env as object | undefined), proxies);
}

/** The same, of what is known of the request. */
export function addressOf(forwardedFor: string | null, socketAddress: string, proxies: number): string {
  const told = proxies > 0 ? forwardedFor?.split(',').at(-proxies)?.trim() : undefined;
  const address = told === undefined || told === '' ? socketAddress : told;
  // Nearly all are told by their beginning or by having no colon; the pattern of the rest is a long one.
  const mayBeIPv6 = address.includes(':') && !address.startsWith('::ffff:');
  return mayBeIPv6 && isIPv6(address) ? firstHalf(address) : address;
}

/**
 * A request that came without a socket, as from a test, has no address.
 *
 * @param env what `@hono/node-server` tells of the socket
 */
export function socketAddressOf(env: object | undefined): string {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  return incoming?.socket.remoteAddress ?? 'unknown';
}

function firstHalf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after].slice(0, 4).join(':');
}
