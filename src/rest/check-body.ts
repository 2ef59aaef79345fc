import { ClientGone } from '../core/client-gone.ts';
import { maxBodyBytes } from '../core/limits.ts';
import { refuseCompressed } from '../core/refuse-compressed.ts';
import { type Fault, type FaultCode, Refusal } from '../core/refusal.ts';
import type { RestRequest } from './rest-request.ts';
import type { Route } from '../v1/route-table.ts';

/**
 * Reads the text of a request's body, `''` if it has none.
 *
 * @param route.body if the route takes a body: JSON in UTF-8
 * @throws Refusal `unsupported_media_type`, `payload_too_large`, `invalid_request` if the body is not UTF-8
 */
export async function readBody(request: RestRequest, { method, body: wanted }: Route): Promise<string> {
  if (wanted !== undefined && !isJson(request.header('content-type'))) throw new Refusal('unsupported_media_type');
  if (method === 'GET' && sendsNoBody(request)) return '';
  // A body that the route does not take stands for nothing.
  if (wanted !== undefined) refuseCompressed(request.header('content-encoding'));
  const body = request.body();
  if (body === null) return '';
  return textOf(body instanceof Uint8Array ? body : await readBytes(body));
}

/**
 * Parses the JSON object of a body.
 *
 * @throws Refusal `invalid_request` if the body is no object
 */
export function parseBody(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw malformed('malformed_json', `The body must be JSON.${placeOf(error as SyntaxError, text)}`);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformed('not_an_object', 'The body must be a JSON object.');
  }
  return body as Record<string, unknown>;
}

/**
 * Returns the position of a JSON error, from the message of `JSON.parse`, which may quote more of the body than an
 * answer should.
 */
function placeOf({ message }: SyntaxError, text: string): string {
  if (text.trim() === '') return ' It is empty.';
  const position = / at position (\d+)/.exec(message)?.[1];
  if (/end of JSON input|Unterminated/.test(message) || Number(position) >= text.length)
    return ' It ends too early: a bracket or a quote is not closed.';
  const token = /^Unexpected token '(.)'/su.exec(message)?.[1];
  if (position === undefined)
    return token === undefined ? '' : ` There is an unexpected ${JSON.stringify(token)} in it.`;
  const before = text.slice(0, Number(position)).split('\n');
  return ` It breaks at line ${before.length}, column ${before.at(-1)!.length + 1}.`;
}

/** Returns the fault of a body on a route that takes none: ignoring the body would hide a mistake. */
export function noBodyFaults(text: string): Fault[] {
  return text === '' ? [] : [{ pointer: '', code: 'unknown_field', detail: 'This operation takes no body.' }];
}

/** Checks whether the headers alone prove that there is no body. */
function sendsNoBody({ header }: RestRequest): boolean {
  return header('content-length') === null && header('transfer-encoding') === null;
}

function isJson(contentType: string | null): boolean {
  return /^application\/json *(?:; *charset="?utf-8"?)?$/i.test(contentType?.trim() ?? '');
}

/** Reads up to the limit, whatever Content-Length says. */
async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBodyBytes) break;
    }
  } catch (error) {
    throw new ClientGone(error);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  if (bytes.byteLength > maxBodyBytes) throw new Refusal('payload_too_large');
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('malformed_json', 'The body must be UTF-8.');
  }
}

function malformed(code: FaultCode, detail: string): Refusal {
  return new Refusal('invalid_request', { faults: [{ pointer: '', code, detail }] });
}
