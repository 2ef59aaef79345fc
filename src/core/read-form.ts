import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { sayBytes } from './limits.ts';
import { Refusal } from './refusal.ts';
import { readBodyWithin } from './request-body.ts';

/** The most that a form may have. */
export interface FormLimits {
  readonly maxBytes: number;
  /** The number of fields in `application/x-www-form-urlencoded`. */
  readonly maxFields: number;
  /** The number of fields and files in `multipart/form-data`. */
  readonly maxParts: number;
  /** Present: files are passed over as they come, and everything else has at most so many bytes. */
  readonly maxTextBytes?: number;
}

export const plainForm: FormLimits = { maxBytes: 128 * 1024, maxFields: 300, maxParts: 50 };

export const formWithFiles: FormLimits = { maxBytes: 32 * 1024 * 1024, maxFields: 300, maxParts: 300 };

/** A form with files of which only the texts are kept: its sender has no session, and takes no more memory than a plain form. */
export const textsOfForm: FormLimits = { ...formWithFiles, maxTextBytes: plainForm.maxBytes };

/** The fields of a form as they were typed. */
export type TypedFields = ReadonlyMap<string, string>;

/** A form as it was sent. */
export interface SentForm {
  readonly fields: TypedFields;
  /** The files that were chosen, by the name of the field. */
  readonly files: ReadonlyMap<string, readonly File[]>;
  /** True: files were passed over. */
  readonly lacksFiles: boolean;
  /** The bytes that have come, with those of files that were passed over. */
  readonly bytes: number;
}

/**
 * Reads a form: the one reader of forms in the service. It counts bytes, fields and parts as they come, and reads no further than the
 * limits: a field takes a hundred times as long to parse as to send.
 *
 * @returns `null`: it is no form of ours, which names each field once
 * @throws Refusal `payload_too_large`
 * @throws ClientGone, BodyTooSlow
 */
export async function readForm({ req, env }: Context, limits = plainForm): Promise<SentForm | null> {
  const request = req.raw;
  const { incoming } = (env ?? {}) as Partial<HttpBindings>;
  const { maxBytes, maxFields, maxParts, maxTextBytes = maxBytes } = limits;
  const type = request.headers.get('content-type') ?? '';
  const isUrlencoded = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  if (!isUrlencoded && boundary === null) return null;
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(limits);
  const delimiter = Buffer.from(isUrlencoded ? '&' : `--${boundary![1] ?? boundary![2]}`);
  // The last part ends with a delimiter, too.
  const isOver = moreThan(isUrlencoded ? maxFields - 1 : maxParts + 1, delimiter);
  const texts = isUrlencoded || limits.maxTextBytes === undefined ? null : textParts(delimiter);
  const read = { bytes: 0, textBytes: 0 };
  const body = await readBodyWithin(request, maxBytes, incoming, (chunk) => {
    const taken = isOver(chunk) ? null : texts === null ? chunk : texts.take(chunk);
    read.bytes += chunk.byteLength;
    read.textBytes += taken?.byteLength ?? 0;
    return read.textBytes > maxTextBytes ? null : taken;
  });
  if (body === null) throw tooLarge(limits);
  const entries = isUrlencoded ? new URLSearchParams(body.toString()) : await partsOf(body, type);
  return entries === null ? null : ofEntries(entries, { bytes: read.bytes, lacksFiles: texts?.hasFile() === true });
}

function partsOf(body: Buffer, type: string): Promise<FormData | null> {
  const parsing = new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return parsing.catch(() => null);
}

/** The headers of a part of a browser have some 200 bytes. */
const maxHeaderBytes = 8 * 1024;

/**
 * Takes the parts without a file out of a form that comes in chunks.
 *
 * @returns `take`: the bytes of a chunk to keep; `null`: the headers of a part are too long
 */
function textParts(delimiter: Buffer) {
  let rest = Buffer.alloc(0);
  let isPassed = false;
  let hasFile = false;
  const take = (chunk: Uint8Array): Uint8Array | null => {
    rest = Buffer.concat([rest, chunk]);
    const kept: Buffer[] = [];
    const move = (length: number) => {
      if (!isPassed) kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    };
    for (;;) {
      const start = rest.indexOf(delimiter);
      // A delimiter may begin in this chunk and end in the next.
      move(start === -1 ? Math.max(0, rest.length - delimiter.length + 1) : start);
      if (start === -1) break;
      const isEnd = rest.toString('latin1', delimiter.length, delimiter.length + 2) === '--';
      const headers = isEnd ? delimiter.length + 2 : rest.indexOf('\r\n\r\n');
      if (headers === -1 && rest.length > maxHeaderBytes) return null;
      if (headers === -1) break;
      const fileName = /;\s*filename\*?=(?:"")?/i.exec(rest.toString('latin1', 0, headers));
      isPassed = fileName !== null;
      // A browser sends a field of files without one as a file without a name.
      hasFile ||= fileName !== null && !fileName[0].endsWith('""');
      move(headers);
      isPassed ||= isEnd;
    }
    return Buffer.concat(kept);
  };
  return { take, hasFile: () => hasFile };
}

function ofEntries(
  entries: Iterable<[string, string | File]>,
  read: Pick<SentForm, 'bytes' | 'lacksFiles'>,
): SentForm | null {
  const fields = new Map<string, string>();
  const files = new Map<string, File[]>();
  for (const [name, value] of entries) {
    if (typeof value === 'string') {
      if (fields.has(name)) return null;
      // Browsers send line breaks as CRLF.
      fields.set(name, value.replaceAll('\r\n', '\n'));
    } else if (value.size > 0) files.set(name, [...(files.get(name) ?? []), value]);
  }
  return { fields, files, ...read };
}

/** Makes a counter of a text in a stream of chunks, which tells whether the text has come more often than `max` times. */
function moreThan(max: number, text: Buffer): (chunk: Uint8Array) => boolean {
  let count = 0;
  // The text may begin in one chunk and end in the next.
  let rest: Uint8Array = Buffer.alloc(0);
  return (chunk) => {
    const bytes =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
    let next = 0;
    for (let at = bytes.indexOf(text); at !== -1 && count <= max; at = bytes.indexOf(text, next)) {
      count += 1;
      next = at + text.length;
    }
    rest = bytes.subarray(Math.max(next, bytes.length - text.length + 1));
    return count > max;
  };
}

function tooLarge({ maxBytes, maxFields, maxParts }: FormLimits): Refusal {
  const detail = `A form has at most ${sayBytes(maxBytes)}, ${maxFields} fields and ${maxParts} parts.`;
  return new Refusal('payload_too_large', { detail });
}
