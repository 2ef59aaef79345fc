import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { acceptsGzip } from './compression.ts';

/** A file in memory. All readers get the same bytes, however many they are and however slowly they read. */
export interface StaticFile {
  readonly type: string;
  /** A hash of the content. The address of a file that browsers cache permanently contains it. */
  readonly version: string;
  readonly bytes: Buffer<ArrayBuffer>;
  /** Compresses the file on the first call. */
  gzipped(): Promise<Buffer<ArrayBuffer>>;
}

const types = {
  css: 'text/css; charset=utf-8',
  gz: 'application/gzip',
  graphql: 'application/graphql; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
} as const;

const gzip = promisify(gzipWithCallback);

export function staticFile(content: string | Uint8Array, kind: keyof typeof types): StaticFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  let gzipped: Promise<Buffer<ArrayBuffer>> | undefined;
  return {
    type: types[kind],
    version: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    bytes,
    gzipped: () => (gzipped ??= gzip(bytes)),
  };
}

/** Reads a file; the end of its name says what kind it is. */
export function readStaticFile(file: URL): StaticFile {
  const kind = extname(fileURLToPath(file)).slice(1) as keyof typeof types;
  if (kind === 'ico') return staticFile(readFileSync(file), kind);
  // The source map is not served, and a browser that requests it would get an error.
  const text = readFileSync(file, 'utf8').replace(/\n[^\n]*# sourceMappingURL=[^\n]*\s*$/, '\n');
  return staticFile(text, kind);
}

/** Reads a file without its comments and indentation, which browsers do not need. A comment has lines of its own. */
export function readShortened(file: URL): string {
  const text = readFileSync(file, 'utf8');
  return text.replaceAll(/^\s*\/\*(?:(?!\*\/)[^])*\*\/$/gm, '').replaceAll(/^\s*(?:\/\/.*)?\n?/gm, '');
}

/**
 * Reads modules as one script, which a browser asks for once. No two of them give a name to the same thing.
 *
 * @param names each after those that it imports
 */
export function readScript(folder: URL, names: readonly string[]): StaticFile {
  const texts = names.map((name) => readShortened(new URL(`${name}.js`, folder)));
  return staticFile(texts.join('').replaceAll(/^import [^;]*;\n|^export /gm, ''), 'js');
}

/** Gives the files that a page loads addresses that contain a hash of the content, so that a browser may cache them permanently. */
export function namedFiles<Name extends string>(files: Readonly<Record<Name, StaticFile>>) {
  return {
    /** Returns the last part of a file's address. */
    address: (name: Name) => `${name}?v=${files[name].version}`,
    /** Sends a file; `null` if none has the name. */
    send(request: Request, name: string): Promise<Response> | null {
      return Object.hasOwn(files, name) ? sendVersionedFile(request, files[name as Name]) : null;
    },
  };
}

/**
 * Sends a file whose address has its version. While two versions of the service run, a page of one requests files of the other. No cache may
 * keep that answer.
 */
function sendVersionedFile(request: Request, file: StaticFile): Promise<Response> {
  const isThisVersion = new URL(request.url).searchParams.get('v') === file.version;
  return send(request, file, { 'cache-control': isThisVersion ? 'public, max-age=31536000, immutable' : 'no-store' });
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
    ...(file.type === types.svg && { 'content-security-policy': "default-src 'none'" }),
  };
  // An archive is compressed already.
  const isSentAsIs = file.type === types.gz || !acceptsGzip(request.headers.get('accept-encoding'));
  if (isSentAsIs) return answerWith(file.bytes, headers);
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
