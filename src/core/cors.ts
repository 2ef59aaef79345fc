// CORS (https://fetch.spec.whatwg.org/#http-cors-protocol) for `/v1` and `/graphql`. A key is sent in a header, never in
// a cookie, so a page of any origin may use the key that it has, and no answer allows credentials.

const readable: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotent-Replayed',
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
export function isPreflight(method: string, header: (name: string) => string | null): boolean {
  return method === 'OPTIONS' && header('origin') !== null && header('access-control-request-method') !== null;
}

/** The answer to a preflight request, which carries no key. */
export const preflightAnswer = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
    // Browsers keep the answer for a day at most, and some for two hours.
    'access-control-max-age': '86400',
    'content-length': '0',
  },
} as const;
