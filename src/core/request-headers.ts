import { hash, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

// Reads the headers of a request. A caller can write anything into them; a trusted proxy appends what it has seen.

/**
 * Returns the id of a request: the `X-Request-Id` of a trusted proxy, or else a new one.
 *
 * @param header `x-request-id`; used only if a trusted proxy is in front of the service, and only if it is a UUID,
 *   with or without hyphens: it is written to logs and to the audit log, which no caller may forge
 * @returns a UUID in lower case
 */
export function requestIdOf(header: string | null | undefined, { trustedProxies }: { trustedProxies: number }): string {
  if (trustedProxies === 0 || header == null) return randomUUID();
  const hex = header.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(hex)) return randomUUID();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Returns the client's address, by which a limit counts. Each trusted proxy appends the address that it saw to
 * `X-Forwarded-For`; earlier entries can be forged.
 *
 * @param proxies the number of proxies in front of this service
 * @returns the first 64 bits of an IPv6 address, which belong to one household
 */
export function clientAddress(c: Context, proxies: number): string {
  // A request without a socket, as from a test, has no address.
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  return addressOf(c.req.header('x-forwarded-for') ?? null, incoming?.socket.remoteAddress ?? 'unknown', proxies);
}

/** Returns the address from the header and the socket. */
export function addressOf(forwardedFor: string | null, socketAddress: string, proxies: number): string {
  const forwarded = proxies > 0 ? forwardedFor?.split(',').at(-proxies)?.trim() : undefined;
  const address = forwarded === undefined || forwarded === '' ? socketAddress : forwarded;
  // The beginning or a missing colon decides nearly all addresses; the full pattern is slow.
  const mayBeIPv6 = address.includes(':') && !address.startsWith('::ffff:');
  if (!mayBeIPv6 || !ipaddr.IPv6.isValid(address)) return address;
  const firstHalf = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return firstHalf.map((group) => group.toString(16)).join(':');
}

/**
 * The token of an Authorization header (RFC 6750; the scheme is case-insensitive).
 *
 * @param authorization `null` when absent
 * @returns `null` where there is none
 */
export function bearerToken(authorization: string | null): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * Returns a digest that stands for the token of an Authorization header in counters and caches: a key is never stored
 * as it is.
 *
 * @returns `null` where there is none
 */
export function tokenDigest(authorization: string | null): string | null {
  const token = bearerToken(authorization);
  return token === null ? null : hash('sha256', token, 'base64url');
}

/** Checks whether a bearer token says that it is a public key. */
export function looksPublic(token: string | null): boolean {
  return token?.startsWith('auc_pub_') === true;
}

// CORS (https://fetch.spec.whatwg.org/#http-cors-protocol) for `/v1` and `/graphql`. A key is sent in a header, never in
// a cookie, so a page of any origin may use the key that it has, and no answer allows credentials.

const readable: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotent-Replayed, Date',
};

const none: Readonly<Record<string, string>> = {};

/**
 * Returns the headers with which a page of another origin may read an answer, also that of an error.
 *
 * @param origin the request's header `Origin`, absent outside browsers
 */
export function corsHeaders(origin: string | null | undefined): Readonly<Record<string, string>> {
  return origin == null ? none : readable;
}

/** Checks whether a browser asks if a page may send a request. */
export function isPreflight({ req }: Context): boolean {
  const has = (name: string) => req.header(name) !== undefined;
  return req.method === 'OPTIONS' && has('origin') && has('access-control-request-method');
}

/**
 * Answers a preflight request, which carries no key. It allows every header that the browser asks for, because clients add their own:
 * Apollo Client names itself, and tracing adds `traceparent`.
 */
export function answerPreflight({ req }: Context): Response {
  const headers = {
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': req.header('access-control-request-headers') ?? '',
    // Browsers keep the answer for a day at most, and some for two hours.
    'access-control-max-age': '86400',
    'content-length': '0',
  };
  return new Response(null, { status: 204, headers });
}

/** Whether a browser asks for a page: other clients name what they take, or take everything. */
export function wantsHtml(c: Context): boolean {
  return /(^|,)\s*text\/html\s*(;|,|$)/i.test(c.req.header('accept') ?? '');
}

/** Computes the tag of an answer's body (RFC 9110): the same bytes have the same tag in every process. */
export function entityTag(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** Joins the tag of an object and that of the object with more. */
export function tagWithBids(tag: string, withBids: string): string {
  return `${tag.slice(0, -1)}.${withBids.slice(1)}`;
}

/** Returns the tag of the same body in gzip: other bytes have another tag (RFC 9110, 8.8.3.3). */
export function tagOfGzip(tag: string): string {
  return `${tag.slice(0, -1)}.gzip"`;
}

/** Returns the tag of the object alone, without its bids and without gzip. */
export function tagOfObject(tag: string): string {
  return tag.replace(/^("[\w-]{22})(?:\.[\w-]{22})?(?:\.gzip)?"$/, '$1"');
}

/**
 * Finds the tag by which the caller knows this body.
 *
 * @param ifNoneMatch the header: tags, each perhaps weakened by a proxy, or `*`; `undefined` when absent
 * @returns the tag of the body as it is or in gzip; `null` if the caller has another body or none
 */
export function knownTag(etag: string, ifNoneMatch: string | undefined): string | null {
  const tags = ifNoneMatch === undefined ? null : readTags(ifNoneMatch);
  if (tags === '*') return etag;
  const strong = tags?.map((tag) => tag.replace(/^W\//, ''));
  return [etag, tagOfGzip(etag)].find((tag) => strong?.includes(tag)) ?? null;
}

/** The tags of a list (RFC 9110), perhaps weak ones. */
const tagsOfList = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Reads the header `If-Match` or `If-None-Match` (RFC 9110).
 *
 * @returns the tags as they were sent, or `*`; `null` if the header is malformed
 */
export function readTags(header: string): '*' | readonly string[] | null {
  if (header.trim() === '*') return '*';
  const tags = header.match(tagsOfList);
  // A tag may have commas in it. Elements of the list may be empty.
  const elements = header.replaceAll(tagsOfList, '""').split(',');
  return tags !== null && elements.every((each) => ['', '""'].includes(each.trim())) ? tags : null;
}
