import { promisify } from 'node:util';
import { gzip as gzipInThread, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { tagOfGzip } from './request-headers.ts';

/** A shorter body fits into a few packets. Its compression would cost a tenth of its request. */
const minLength = 4 * 1024;

/** The process compresses a longer body in a thread, because other requests would wait meanwhile. */
const maxLengthAtOnce = 64 * 1024;

/** Level 6 takes half as much time again for 5 % fewer bytes. */
const options = { level: 1 };

const inThread = promisify(gzipInThread);

/**
 * Compresses a long body for a client that accepts gzip. The compressed bytes have a tag of their own.
 *
 * @param etag of the body, if it has one
 * @param acceptEncoding returns `Accept-Encoding`
 * @returns the compressed body, and the headers that change with it; `null`: the body goes out as it is
 */
export function compress(
  body: string | Uint8Array<ArrayBuffer>,
  etag: string | null | undefined,
  acceptEncoding: () => string | undefined,
) {
  return body.length < minLength || !acceptsGzip(acceptEncoding()) ? null : compressed(body, etag);
}

async function compressed(body: string | Uint8Array<ArrayBuffer>, etag: string | null | undefined) {
  return {
    body: body.length > maxLengthAtOnce ? await inThread(body, options) : gzipSync(body, options),
    headers: { ...(etag != null && { etag: tagOfGzip(etag) }), 'content-encoding': 'gzip' },
  };
}

/** Compresses a page or JSON. A stream, such as one of events, passes as it is. */
export async function compressResponse(response: Response, acceptEncoding: string | undefined): Promise<Response> {
  // The type comes first: to look for the body of a redirect would make a whole `Response` of the short one of `@hono/node-server`, with other
  // headers.
  const isWhole = /html|json/.test(response.headers.get('content-type') ?? '');
  if (!isWhole || response.body === null) return response;
  const { status, headers } = response;
  headers.append('vary', 'Accept-Encoding');
  if (headers.has('content-encoding') || !acceptsGzip(acceptEncoding)) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const compressed = await compress(body, headers.get('etag'), () => acceptEncoding);
  for (const [name, value] of Object.entries(compressed?.headers ?? {})) headers.set(name, value);
  return new Response(compressed?.body ?? body, { status, headers });
}

/** Compresses pages. Hono's own middleware sends them through a stream, which takes more processor time than all the rest of a page. */
export const compressPages: MiddlewareHandler = async (c, next) => {
  await next();
  // HEAD tells what the answer to GET depends on, and nobody reads its body.
  c.res = await compressResponse(c.res, c.req.method === 'HEAD' ? undefined : c.req.header('accept-encoding'));
};

/**
 * Checks whether a client reads gzip. Browsers name `gzip` alone; a weight of 0 refuses it (RFC 9110, 12.5.3).
 *
 * @param header `Accept-Encoding`
 */
export function acceptsGzip(header: string | null | undefined): boolean {
  return (header ?? '').split(',').some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
