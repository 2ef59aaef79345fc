import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { type Cache, makeCache } from '../core/cache.ts';
import { acceptsGzip } from '../core/static-file.ts';

/** A level above makes what follows the style 3 % smaller. */
const level = 3;

/** Smaller pages fit into one packet as they are. */
const minBytes = 1_024;

/**
 * Compresses a page for a browser that accepts gzip. Hono's own middleware sends the page through a stream, which takes
 * three times the processor time, more than all the rest of a page.
 */
export const compressPage: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.body === null || c.req.method === 'HEAD') return;
  c.res.headers.append('vary', 'Accept-Encoding');
  if (!acceptsGzip(c.req.header('accept-encoding')) || c.res.headers.has('content-encoding')) return;
  // The response class of `@hono/node-server` has no `bytes()`.
  const page = new Uint8Array(await c.res.arrayBuffer());
  const { status, headers } = c.res;
  const isShort = page.byteLength < minBytes;
  if (!isShort) headers.set('content-encoding', 'gzip');
  c.res = new Response(isShort ? page : gzip(page), { status, headers });
};

/** Compresses a page, of which the style, half of it, was compressed before. */
export function gzip(page: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  const beginning = beginningOf(bytes);
  if (beginning === null) return gzipSync(page, { level });
  const rest = bytes.subarray(beginning.bytes.byteLength);
  const sums = Buffer.alloc(8);
  sums.writeUInt32LE(crc32(rest, beginning.crc), 0);
  sums.writeUInt32LE(bytes.byteLength, 4);
  return Buffer.concat([gzipHeader, beginning.deflated, deflateRawSync(rest, { level }), sums]);
}

/** Source: RFC 1952, section 2.3.1: deflate, no flags, no time, an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The text from the first byte of a page to the end of its style. Pages of a kind in the same language share it. */
interface Beginning {
  readonly bytes: Buffer;
  /** Ends at a byte, so that the rest can follow. */
  readonly deflated: Buffer;
  readonly crc: number;
}

const beginnings: Beginning[] = [];
const maxBeginnings = 24;

function beginningOf(page: Buffer): Beginning | null {
  const known = beginnings.find(({ bytes }) => page.subarray(0, bytes.byteLength).equals(bytes));
  if (known !== undefined) return known;
  const end = page.indexOf(endOfStyle);
  if (end === -1 || beginnings.length === maxBeginnings) return null;
  const bytes = Buffer.from(page.subarray(0, end + endOfStyle.length));
  const deflated = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const beginning = { bytes, deflated, crc: crc32(bytes) };
  beginnings.push(beginning);
  return beginning;
}

const endOfStyle = '</style>';

/** The pages that are the same for many browsers, compressed, by `sharedPageKey`. */
export type SharedPages = Cache<Uint8Array<ArrayBuffer>>;

export function makeSharedPages(): SharedPages {
  return makeCache({ entries: 1_000, bytes: 8 * 2 ** 20 });
}

/** Answers with a shared page, under the headers of any other. */
export function sendShared(c: Context, page: Uint8Array<ArrayBuffer>): Response {
  c.header('content-type', 'text/html; charset=UTF-8');
  c.header('content-encoding', 'gzip');
  return c.body(page);
}
