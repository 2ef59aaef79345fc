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
}

export const plainForm: FormLimits = { maxBytes: 128 * 1024, maxFields: 300, maxParts: 50 };

export const formWithFiles: FormLimits = { maxBytes: 32 * 1024 * 1024, maxFields: 300, maxParts: 300 };

/** A form as it was sent. */
export interface SentForm {
  readonly fields: ReadonlyMap<string, string>;
  /** The files that were chosen, by the name of the field. */
  readonly files: ReadonlyMap<string, readonly File[]>;
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
export async function readForm(request: Request, limits = plainForm): Promise<SentForm | null> {
  const { maxBytes, maxFields, maxParts } = limits;
  const type = request.headers.get('content-type') ?? '';
  const isUrlencoded = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  if (!isUrlencoded && boundary === null) return null;
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(limits);
  const isOver = isUrlencoded
    ? moreThan(maxFields - 1, Buffer.from('&'))
    : // The last part ends with a delimiter, too.
      moreThan(maxParts + 1, Buffer.from(`--${boundary![1] ?? boundary![2]}`));
  const body = await readBodyWithin(request, maxBytes, isOver);
  if (body === null) throw tooLarge(limits);
  return isUrlencoded ? ofEntries(new URLSearchParams(body.toString()), body.length) : await ofParts(body, type);
}

async function ofParts(body: Buffer, type: string): Promise<SentForm | null> {
  const parsing = new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const form = await parsing.catch(() => null);
  return form === null ? null : ofEntries(form, body.length);
}

function ofEntries(entries: Iterable<[string, string | File]>, bytes: number): SentForm | null {
  const fields = new Map<string, string>();
  const files = new Map<string, File[]>();
  for (const [name, value] of entries) {
    if (typeof value === 'string') {
      if (fields.has(name)) return null;
      // Browsers send line breaks as CRLF.
      fields.set(name, value.replaceAll('\r\n', '\n'));
    } else if (value.size > 0) files.set(name, [...(files.get(name) ?? []), value]);
  }
  return { fields, files, bytes };
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
