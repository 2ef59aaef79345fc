import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { maxBodyBytes } from './limits.ts';
import { Refusal } from './refusal.ts';

/**
 * Refuses a body that is not declared as JSON in UTF-8, because a form of another site could send other types, and a
 * compressed one, because a few bytes of it could stand for gigabytes.
 *
 * @throws Refusal `unsupported_media_type`
 */
export function requireJson({ headers }: Request): void {
  if (!/^application\/json *(?:; *charset="?utf-8"?)?$/i.test(headers.get('content-type')?.trim() ?? '')) {
    throw new Refusal('unsupported_media_type');
  }
  if (!/^\s*(?:identity)?\s*$/i.test(headers.get('content-encoding') ?? '')) {
    const detail = 'The body is compressed: send it without "Content-Encoding".';
    throw new Refusal('unsupported_media_type', { detail });
  }
}

/**
 * Reads the text of a request's body, `''` if it has none, up to the limit.
 *
 * @param incoming the request on its socket: a `Request` takes longer to read, and has no body with GET
 * @throws Refusal `payload_too_large`, `invalid_request` if the body is not UTF-8
 */
export async function readBody(request: Request, incoming?: IncomingMessage): Promise<string> {
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw new Refusal('payload_too_large');
  const bytes = await (incoming === undefined ? readBodyWithin(request, maxBodyBytes) : readIncoming(incoming));
  if (bytes === null || bytes.byteLength > maxBodyBytes) throw new Refusal('payload_too_large');
  try {
    return utf8.decode(bytes);
  } catch {
    const faults = [{ pointer: '', code: 'malformed_json', detail: 'The body must be UTF-8.' }] as const;
    throw new Refusal('invalid_request', { faults });
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function readIncoming(incoming: IncomingMessage): Promise<Buffer | null> {
  // Most bodies have come with their headers. Node sets `complete` only after a waiting reader has continued.
  if (incoming.complete || Number(incoming.headers['content-length']) === incoming.readableLength) {
    return (incoming.read() as Buffer | null) ?? Buffer.alloc(0);
  }
  const bytes = await readBodyWithin({ body: incoming.iterator({ destroyOnReturn: false }) }, maxBodyBytes);
  // Passes over the rest of a body that is too long, so that the connection can serve the next request.
  incoming.resume();
  return bytes;
}

/**
 * Makes a guard that refuses a body of more than `maxBytes`. A body without a declared length is read here; a client that
 * leaves before its end is gone, and no fault of the service.
 */
export function capBody(maxBytes: number, refuse: (c: Context) => Response | Promise<Response>): MiddlewareHandler {
  return async (c, next) => {
    const length = c.req.header('content-length');
    if (length !== undefined) return Number(length) > maxBytes ? await refuse(c) : await next();
    if (c.req.raw.body === null) return await next();
    const body = await readBodyWithin(c.req.raw, maxBytes);
    if (body === null) return await refuse(c);
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body: new Uint8Array(body) });
    return await next();
  };
}

/**
 * Reads the body of a request of a size that the sender chooses.
 *
 * @returns `null`: the body is larger than `maxBytes`; no more is read, whatever `Content-Length` says
 * @throws ClientGone
 */
export async function readBodyWithin(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ClientGone(error);
  }
  return Buffer.concat(chunks);
}

/** The client disconnected before its request was read: the answer has no reader, and the service has no fault. */
export class ClientGone extends Error {
  override name = 'ClientGone';

  constructor(cause: unknown) {
    super('The client left before its request was read.', { cause });
  }
}

/** The status of such a request in logs and metrics. The client never receives it. */
export const clientGoneStatus = 499;
