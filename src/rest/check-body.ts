import { type Fault, type FaultCode, Refusal } from '../core/refusal.ts';
import type { RestRequest } from './rest-request.ts';

const bodyLimitInBytes = 64 * 1024;

/**
 * The text of a request's body, `''` where there is none.
 *
 * @param isWanted whether the operation takes a body: JSON then, in UTF-8
 * @throws Refusal `unsupported_media_type`, `payload_too_large`, `invalid_request` where it is not UTF-8
 */
export async function readBody(request: RestRequest, isWanted: boolean): Promise<string> {
  if (isWanted && !isJson(request.header('content-type'))) throw new Refusal('unsupported_media_type');
  const body = request.body() ?? new Uint8Array();
  return textOf(body instanceof Uint8Array ? body : await readBytes(body));
}

/**
 * The JSON object that a body is.
 *
 * @throws Refusal `invalid_request` where it is none
 */
export function parseBody(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw malformed('malformed_json', 'The body must be JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformed('not_an_object', 'The body must be a JSON object.');
  }
  return body as Record<string, unknown>;
}

/** A body where none belongs: ignoring it would hide a mistake. */
export function noBodyFaults(text: string): Fault[] {
  return text === '' ? [] : [{ pointer: '', code: 'unknown_field', detail: 'This operation takes no body.' }];
}

function isJson(contentType: string | null): boolean {
  return /^application\/json *(?:; *charset="?utf-8"?)?$/i.test(contentType?.trim() ?? '');
}

/** Reads no further than what is too much, whatever Content-Length says. */
async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > bodyLimitInBytes) break;
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  if (bytes.byteLength > bodyLimitInBytes) throw new Refusal('payload_too_large');
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('malformed_json', 'The body must be UTF-8.');
  }
}

function malformed(code: FaultCode, detail: string): Refusal {
  return new Refusal('invalid_request', { faults: [{ pointer: '', code, detail }] });
}
