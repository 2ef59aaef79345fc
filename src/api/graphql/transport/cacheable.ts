import { entityTag, knownTag } from '../../../core/request-headers.ts';

/** A cache may answer a crowd for this long, and somebody with a revoked key. */
const maxAgeSeconds = 1;

/** Lets caches keep an answer to a GET that everybody may see, and answers 304 if the request names its tag. */
export async function cacheable(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'GET' || response.status !== 200) return response;
  if (!/json/.test(response.headers.get('content-type') ?? '')) return response;
  const body = await response.text();
  // Errors come first in an answer, and have the id of their request.
  if (body.startsWith('{"errors"')) return new Response(body, response);
  const headers = new Headers(response.headers);
  const etag = entityTag(body);
  headers.set('cache-control', `public, max-age=${maxAgeSeconds}`);
  headers.set('vary', 'accept, accept-encoding, authorization, origin');
  const known = knownTag(etag, request.headers.get('if-none-match') ?? undefined);
  headers.set('etag', known ?? etag);
  if (known === null) return new Response(body, { headers });
  headers.delete('content-length');
  return new Response(null, { status: 304, headers });
}
