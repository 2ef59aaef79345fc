import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
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
 * Reads the body of a request of a size that the sender chooses.
 *
 * @param take returns the bytes to keep of a chunk, or `null` if the body has more of something than it may have
 * @returns `null`: the body is larger than `maxBytes`, or `take` has refused it; no more is read, whatever `Content-Length` says
 * @throws ClientGone
 * @throws BodyTooSlow
 */
export async function readBodyWithin(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
  take: (chunk: Uint8Array) => Uint8Array | null = (chunk) => chunk,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body === null ? [] : inTime(body)) {
      bytes += chunk.byteLength;
      const taken = bytes > maxBytes ? null : take(chunk);
      if (taken === null) return null;
      chunks.push(taken);
    }
  } catch (error) {
    throw error instanceof ClientGone ? error : new ClientGone(error);
  }
  return Buffer.concat(chunks);
}

/** The least rate of a body, on average: a slower one would occupy a place for an hour. Any network of a phone is faster. */
export const minBytesPerSecond = 8 * 1024;

/** A body may begin slowly. */
const graceMs = 5_000;

/** @throws BodyTooSlow once the bytes that have come are too few */
async function* inTime(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]();
  const beganAtMs = performance.now();
  let bytes = 0;
  let isReading = false;
  try {
    for (;;) {
      const tooSlowAtMs = beganAtMs + graceMs + (bytes / minBytesPerSecond) * 1_000;
      const waiting = new AbortController();
      const waitMs = Math.max(0, tooSlowAtMs - performance.now());
      const tooSlow = setTimeout(waitMs, 'too slow' as const, { signal: waiting.signal });
      isReading = true;
      const next = await Promise.race([chunks.next(), tooSlow]).finally(() => waiting.abort());
      if (next === 'too slow') throw new BodyTooSlow();
      isReading = false;
      if (next.done === true) return;
      bytes += next.value.byteLength;
      yield next.value;
    }
  } finally {
    // A stream that is read no further is given back. One whose next chunk does not come would keep the caller waiting.
    if (!isReading) await chunks.return?.();
  }
}

/** The client disconnected before its request was read: the answer has no reader, and the service has no fault. */
export class ClientGone extends Error {
  override name = 'ClientGone';

  constructor(cause?: unknown) {
    super('The client left before its request was read.', { cause });
  }

  /** Returns the answer, which nobody receives: its status is for logs and metrics. */
  toAnswer(): Response {
    return new Response(null, { status: 499 });
  }
}

/** The client sends its body more slowly than at the least rate. */
export class BodyTooSlow extends ClientGone {
  override name = 'BodyTooSlow';

  override toAnswer(): Response {
    return new Response(null, { status: 408, headers: { connection: 'close' } });
  }
}
