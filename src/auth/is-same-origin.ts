/**
 * Checks whether a request with a cookie comes from one of the service's own pages, or from a typed address. Browsers
 * send this in headers that no page can set (Fetch Metadata, RFC 6454); without them only reads are allowed.
 *
 * @param publicUrl the address in the browser, which differs from the request's after a proxy
 */
export function isSameOrigin({ method, headers, url }: Request, publicUrl: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const origin = headers.get('origin');
  if (origin !== null && ![new URL(publicUrl).origin, new URL(url).origin].includes(origin)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || (site === 'none' && reads);
  return origin !== null || reads;
}
