import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { acceptsGzip } from './accepts-gzip.ts';

/** A file in memory. All readers get the same bytes, however many they are and however slowly they read. */
export interface StaticFile {
  readonly type: string;
  /** A hash of the content. The path of a file that browsers cache permanently contains it. */
  readonly version: string;
  readonly bytes: Buffer<ArrayBuffer>;
  /** Compresses the file on the first call. */
  gzipped(): Promise<Buffer<ArrayBuffer>>;
}

const gzip = promisify(gzipWithCallback);

export function staticFile(content: string | Uint8Array, type: string): StaticFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  let gzipped: Promise<Buffer<ArrayBuffer>> | undefined;
  return {
    type,
    version: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    bytes,
    gzipped: () => (gzipped ??= gzip(bytes)),
  };
}

/** Sends a file whose address changes with its content. */
export function sendPermanentFile(
  request: Request,
  file: StaticFile,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return send(request, file, { ...headers, 'cache-control': 'public, max-age=31536000, immutable' });
}

/** Sends a page or document, which a browser revalidates and downloads only if it has changed. */
export async function sendRevalidatedFile(
  request: Request,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const etag = `"${file.version}"`;
  const all = { 'cache-control': 'no-cache', ...headers, etag };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: all });
  return await send(request, file, all);
}

async function send(request: Request, file: StaticFile, given: Readonly<Record<string, string>>): Promise<Response> {
  const headers: Record<string, string> = {
    vary: 'accept-encoding',
    ...given,
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
  };
  if (!acceptsGzip(request.headers.get('accept-encoding'))) return answerWith(file.bytes, headers);
  return answerWith(await file.gzipped(), { ...headers, 'content-encoding': 'gzip' });
}

const pieceBytes = 64 * 1024;

const piecesAtOnce = 8;
const waiting: (() => void)[] = [];

/** Waits for a turn to send a piece: a few pieces of all files are sent, then other work is done. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(giveTurns);
  });
}

function giveTurns(): void {
  for (const resolve of waiting.splice(0, piecesAtOnce)) resolve();
  if (waiting.length > 0) setImmediate(giveTurns);
}

/**
 * Sends a large file in pieces. A socket's buffer takes megabytes at once: a request after hundreds of readers would wait
 * for seconds.
 */
function answerWith(bytes: Buffer<ArrayBuffer>, headers: Readonly<Record<string, string>>): Response {
  if (bytes.byteLength <= pieceBytes) return new Response(bytes, { headers });
  let sent = 0;
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await turn();
        controller.enqueue(bytes.subarray(sent, (sent += pieceBytes)));
        if (sent >= bytes.byteLength) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(pieces, { headers: { ...headers, 'content-length': String(bytes.byteLength) } });
}
