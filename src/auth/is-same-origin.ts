/**
 * Does a request that carries a cookie come from one of our own pages, or from a person who typed the address? Browsers
 * say so in headers that no page can set (Fetch Metadata, RFC 6454); one that says nothing may only look.
 *
 * @param publicUrl behind a proxy, the address that the browser sees is not the one that we are asked at
 */
export function isSameOrigin({ method, headers, url }: Request, publicUrl: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  const origin = headers.get('origin');
  if (origin !== null && ![new URL(publicUrl).origin, new URL(url).origin].includes(origin)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || (site === 'none' && reads);
  return origin !== null || reads;
}
