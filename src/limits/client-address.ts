import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Returns the client's address, by which a limit counts. Each trusted proxy appends the address that it saw to
 * `X-Forwarded-For`; earlier entries can be forged.
 *
 * @param proxies the number of proxies in front of this service
 * @returns the first 64 bits of an IPv6 address, which belong to one household
 */
export function clientAddress(c: Context, proxies: number): string {
  return addressOf(c.req.header('x-forwarded-for') ?? null, socketAddressOf(c.env as object | undefined), proxies);
}

/** Returns the address from the header and the socket. */
export function addressOf(forwardedFor: string | null, socketAddress: string, proxies: number): string {
  const forwarded = proxies > 0 ? forwardedFor?.split(',').at(-proxies)?.trim() : undefined;
  const address = forwarded === undefined || forwarded === '' ? socketAddress : forwarded;
  // The beginning or a missing colon decides nearly all addresses; the full pattern is slow.
  const mayBeIPv6 = address.includes(':') && !address.startsWith('::ffff:');
  return mayBeIPv6 && isIPv6(address) ? firstHalf(address) : address;
}

/**
 * Returns the address of the socket. A request without a socket, as from a test, has none.
 *
 * @param env the bindings of `@hono/node-server`, with the socket
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
