import { type Fault, type FaultCode, Refusal } from '../core/refusal.ts';

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

function malformed(code: FaultCode, detail: string): Refusal {
  return new Refusal('invalid_request', { faults: [{ pointer: '', code, detail }] });
}
