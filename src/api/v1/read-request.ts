import { z } from 'zod';
import type { Checked } from '../../auctions/auction-faults.ts';
import { faultsIn, parameterName } from '../../core/check-input.ts';
import { readTags, tagOfObject } from '../../core/request-headers.ts';
import { type Fault, type FaultCode, Refusal } from '../../core/refusal.ts';

/**
 * Makes a function that reads a query string, without its `?`, strictly. SOFA would read `limit=0x10` as 16 and
 * `includeBids=banana` as false, and would ignore an unknown parameter.
 */
export function queryReader(schema: z.ZodObject) {
  const kinds = kindsOf(schema);
  const read = (text: string) => {
    const query = new URLSearchParams(text);
    const faults: Fault[] = [];
    // Without a prototype, because a parameter may be called `__proto__`.
    const values = Object.create(null) as Record<string, unknown>;
    for (const name of new Set(query.keys())) {
      const [value = '', ...more] = query.getAll(name);
      if (more.length > 0) {
        faults.push({ pointer: name, code: 'repeated_parameter', detail: 'Must be given once.' });
      } else if (value === '' && name in schema.shape) {
        faults.push({ pointer: name, code: 'empty_value', detail: 'Must have a value.' });
      } else {
        values[name] = valueOf(value, kinds[name]);
      }
    }
    faults.push(...faultsIn(schema, values, parameterName).map(asParameterFault));
    return { values: faults.length === 0 ? schema.parse(values) : values, faults };
  };
  const ofNone = read('');
  /** Returns the values with their defaults, valid if there are no faults. */
  return (text: string) => (text === '' ? ofNone : read(text));
}

/**
 * Converts a parameter's text to its JSON type; a text that cannot be converted stays a text, which the schema then
 * refuses.
 */
function valueOf(text: string, kind: string | undefined): unknown {
  if (kind === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Returns the JSON type of each parameter. */
function kindsOf(schema: z.ZodObject): Record<string, string | undefined> {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, (property as { type?: string }).type]),
  );
}

/** Every query parameter is a text, so the message "wrong type" would confuse the caller. */
function asParameterFault(fault: Fault): Fault {
  if (fault.code !== 'wrong_type') return fault;
  return { ...fault, code: fault.detail.includes('whole number') ? 'not_an_integer' : 'invalid_value' };
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

/** Refuses a body on a route that takes none: ignoring the body would hide a mistake. */
export function noBody(text: string): Checked {
  const fault = { pointer: '', code: 'unknown_field', detail: 'This operation takes no body.' } as const;
  return { faults: text === '' ? [] : [fault], input: {} };
}

function malformed(code: FaultCode, detail: string): Refusal {
  return new Refusal('invalid_request', { faults: [{ pointer: '', code, detail }] });
}

/**
 * Reads the header `If-Match` of a change.
 *
 * @param header `undefined` when absent
 * @returns the tags of which one must be current; `null`: any representation will do, or the header is faulty
 */
export function readIfMatch(header: string | undefined): { tags: readonly string[] | null; faults: readonly Fault[] } {
  const tags = header === undefined ? '*' : readTags(header);
  if (tags === '*') return { tags: null, faults: [] };
  if (tags !== null) return { tags: tags.map(tagOfObject), faults: [] };
  const detail = 'Must be "*", or tags in double quotes, separated by commas, as "ETag" has them.';
  return { tags: null, faults: [{ pointer: 'If-Match', code: 'invalid_value', detail }] };
}
