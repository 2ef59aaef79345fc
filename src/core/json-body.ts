import type { IncomingMessage } from 'node:http';
import { maxBodyBytes } from './limits.ts';
import { readBodyWithin } from './read-body-within.ts';
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
