/** The response headers that a page of another origin may read. */
const exposedHeaders = ['x-request-id', 'idempotent-replayed', 'retry-after', 'ratelimit', 'ratelimit-policy'].join(
  ', ',
);

/**
 * Returns the headers that allow requests of pages of another origin. A key is sent in a header, never in a cookie,
 * so any page may use the keys that it has.
 */
export function corsHeaders({ headers }: Request): Record<string, string> {
  const origin = headers.get('origin');
  if (origin === null) return {};
  const requested = headers.get('access-control-request-headers');
  return {
    'access-control-allow-origin': origin,
    vary: requested === null ? 'Origin' : 'Origin, Access-Control-Request-Headers',
    'access-control-allow-methods': 'GET, POST',
    ...(requested !== null && { 'access-control-allow-headers': requested }),
    'access-control-expose-headers': exposedHeaders,
  };
}

/** Answers a browser's preflight request. */
export function preflightResponse(): Response {
  // Without the length Safari waits for a body.
  return new Response(null, { status: 204, headers: { 'content-length': '0' } });
}
