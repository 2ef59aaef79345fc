import { z } from 'zod';
import { secondsInsteadOf } from './instants.ts';
import { type Fault, type FaultCode, Refusal } from './refusal.ts';

/**
 * Returns every fault that a schema finds in an input, as the interface reports them.
 *
 * @param raw the input as it came: nothing coerced, nothing dropped
 * @param pointer how a path becomes a pointer: `bodyPointer` or `parameterName`
 * @returns an empty list when the input is sound
 */
export function faultsIn(schema: z.ZodType, raw: unknown, pointer = bodyPointer): Fault[] {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return [];
  const faults = parsed.error.issues.flatMap((issue) => faultsOfIssue(issue, raw, pointer));
  // A number too large to be exact is also above its field's own limit. The field's limit is the fault to report.
  return [...new Map(faults.map((fault) => [`${fault.code} ${fault.pointer}`, fault])).values()];
}

/**
 * Checks an input and fills in its defaults.
 *
 * @throws Refusal `invalid_request` with every fault
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new Refusal('invalid_request', { faults: faultsIn(schema, raw) });
}

/** Writes a path as a JSON pointer (RFC 6901). */
function bodyPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function parameterName(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/**
 * JSON Schema's pattern for a text without control characters (Unicode's Cc), in what the regular expressions of every
 * language understand.
 */
export const noControlCharacters = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`;

/** The custom issue that a schema adds where zod has no word for a fault. */
export function customIssue(input: unknown, code: FaultCode, message: string, path: PropertyKey[] = []) {
  return { code: 'custom' as const, input, message, path, params: { code } };
}

/** Above this, a timestamp in seconds lies beyond the year 5138: it is a timestamp in milliseconds. */
const timestampLimit = 1e11;

/** A unix timestamp in whole seconds. */
export const timestampInput = z
  .int()
  .check(({ value, issues }) => {
    if (value <= timestampLimit) return;
    const detail = 'Must be a unix timestamp in seconds; this looks like milliseconds.';
    issues.push(customIssue(value, 'looks_like_milliseconds', detail));
  })
  .meta({ format: 'int64', minimum: 0, maximum: timestampLimit });

/** Says how long a text must be. */
export function atLeastCharacters(min: number | bigint): string {
  return `Must have at least ${min} character${Number(min) === 1 ? '' : 's'}.`;
}

function faultsOfIssue(issue: z.core.$ZodIssue, raw: unknown, pointer: typeof bodyPointer): Fault[] {
  const at = pointer(issue.path);
  const fault = (code: FaultCode, detail: string): Fault[] => [{ pointer: at, code, detail }];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const what = pointer === parameterName ? 'parameter' : 'field';
      const detail = `There is no such ${what} here.`;
      return issue.keys.map((key) => ({ pointer: pointer([...issue.path, key]), code: `unknown_${what}`, detail }));
    }
    case 'invalid_type':
      return [typeFault(at, issue.expected, valueAt(raw, issue.path))];
    case 'too_small':
      if (issue.origin !== 'string') return fault('too_small', `Must be at least ${issue.minimum}.`);
      return fault('too_short', atLeastCharacters(issue.minimum));
    case 'too_big':
      if (issue.origin !== 'string') return fault('too_large', `Must be at most ${issue.maximum}.`);
      return fault('too_long', `Must have at most ${issue.maximum} characters.`);
    case 'invalid_value': {
      const value = valueAt(raw, issue.path);
      if (typeof value !== 'string') return [typeFault(at, 'string', value)];
      return fault('invalid_value', `Must be one of ${issue.values.map(String).join(', ')}.`);
    }
    case 'invalid_format':
      return fault('invalid_value', `Must be a ${issue.format === 'guid' ? 'UUID' : issue.format}.`);
    case 'custom':
      return fault((issue.params?.['code'] ?? 'invalid_value') as FaultCode, issue.message);
    default:
      return fault('invalid_value', issue.message);
  }
}

function typeFault(pointer: string, expected: string, value: unknown): Fault {
  if (value === undefined) return { pointer, code: 'required', detail: 'Is required.' };
  if (value === null) return { pointer, code: 'null_not_allowed', detail: 'Must not be null.' };
  if (expected === 'int' && typeof value === 'number') {
    return { pointer, code: 'not_an_integer', detail: 'Must be a whole number.' };
  }
  const advice = expected === 'int' || expected === 'number' ? secondsInsteadOf(value) : null;
  if (advice !== null) return { pointer, code: 'wrong_type', detail: `Must be a whole number. ${advice}` };
  // Every number here is an integer, but zod says "number" when the value is no number at all.
  const wanted = {
    int: 'a whole number',
    number: 'a whole number',
    string: 'a string',
    object: 'an object',
    boolean: 'true or false',
  };
  return { pointer, code: 'wrong_type', detail: `Must be ${wanted[expected as keyof typeof wanted] ?? expected}.` };
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null | undefined)?.[step], raw);
}
