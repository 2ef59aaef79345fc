import type { IncomingMessage } from 'node:http';
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
 * @param incoming as of `readBodyWithin`; a `Request` has no body with GET
 * @throws Refusal `payload_too_large`, `invalid_request` if the body is not UTF-8
 */
export async function readBody(request: Request, incoming?: IncomingMessage): Promise<string> {
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw new Refusal('payload_too_large');
  const bytes = (incoming && wholeBody(incoming)) ?? (await readBodyWithin(request, maxBodyBytes, incoming));
  if (bytes === null || bytes.byteLength > maxBodyBytes) throw new Refusal('payload_too_large');
  try {
    return utf8.decode(bytes);
  } catch {
    const faults = [{ pointer: '', code: 'malformed_json', detail: 'The body must be UTF-8.' }] as const;
    throw new Refusal('invalid_request', { faults });
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the body of a request of a size that the sender chooses.
 *
 * @param incoming the request on its socket, if there is one: a `Request` takes longer to read
 * @param take returns the bytes to keep of a chunk, or `null` if the body has more of something than it may have
 * @returns `null`: the body is larger than `maxBytes`, or `take` has refused it; no more is read, whatever `Content-Length` says
 * @throws ClientGone
 * @throws BodyTooSlow
 */
export async function readBodyWithin(
  request: Pick<Request, 'body'>,
  maxBytes: number,
  incoming?: IncomingMessage,
  take: (chunk: Uint8Array) => Uint8Array | null = (chunk) => chunk,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(request, incoming)) {
      bytes += chunk.byteLength;
      const taken = bytes > maxBytes ? null : take(chunk);
      if (taken === null) return null;
      chunks.push(taken);
    }
  } catch (error) {
    throw error instanceof ClientGone ? error : new ClientGone(error);
  } finally {
    // Passes over the rest of a body that is too long, so that the connection can serve the next request.
    if (incoming?.complete === false) incoming.resume();
  }
  return Buffer.concat(chunks);
}

function chunksOf(request: Pick<Request, 'body'>, incoming?: IncomingMessage) {
  if (incoming === undefined) {
    const { body } = request;
    return body === null ? [] : inTime(body);
  }
  const whole = wholeBody(incoming);
  return whole === null ? inTime(incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) : [whole];
}

/** Returns the body if all of it has come with the headers, as most bodies do. Node sets `complete` only after a waiting reader has continued. */
function wholeBody(incoming: IncomingMessage): Buffer | null {
  if (!incoming.complete && Number(incoming.headers['content-length']) !== incoming.readableLength) return null;
  const bytes = incoming.read() as Buffer | null;
  // The request has ended then. Otherwise, `@hono/node-server` would wait for its end with two timers.
  incoming.resume();
  return bytes ?? Buffer.alloc(0);
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
      const { promise: tooSlow, resolve } = Promise.withResolvers<'too slow'>();
      // A timer that is aborted by a signal makes an error with a stack, which takes longer than to read a form.
      const timer = setTimeout(resolve, Math.max(0, tooSlowAtMs - performance.now()), 'too slow');
      isReading = true;
      const next = await Promise.race([chunks.next(), tooSlow]).finally(() => clearTimeout(timer));
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
