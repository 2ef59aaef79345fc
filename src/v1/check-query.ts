import { z } from 'zod';
import { type Cache, makeCache } from '../core/cache.ts';
import { faultsIn, parameterName } from '../core/check-input.ts';
import type { Fault } from '../core/refusal.ts';

/** The parameters of a query string, and its faults. */
export interface ReadQuery {
  /** The values with their defaults, valid if there are no faults. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
}

/** The cached facts of a route's parameters: the JSON type of each, and earlier queries. */
interface Known {
  readonly kinds: Readonly<Record<string, string | undefined>>;
  readonly queries: Cache<ReadQuery>;
}

const knownOf = new WeakMap<z.ZodObject, Known>();

/** Callers repeat their queries: up to this many short queries of each route are cached. */
const cacheLimits = { entries: 1_000, characters: 200 };

/**
 * Reads a query string strictly. SOFA would read `limit=0x10` as 16 and `includeBids=banana` as false, and would
 * ignore an unknown parameter.
 *
 * @param query without its `?`
 */
export function readQuery(schema: z.ZodObject, query: string): ReadQuery {
  let known = knownOf.get(schema);
  if (known === undefined) {
    known = { kinds: kindsOf(schema), queries: makeCache({ entries: cacheLimits.entries }) };
    knownOf.set(schema, known);
  }
  const { kinds, queries } = known;
  const before = queries.get(query);
  if (before !== undefined) return before;
  const read = readParameters(schema, kinds, new URLSearchParams(query));
  if (query.length <= cacheLimits.characters) queries.set(query, read);
  return read;
}

function readParameters(schema: z.ZodObject, kinds: Known['kinds'], query: URLSearchParams): ReadQuery {
  const faults: Fault[] = [];
  // Without a prototype, because a parameter may be called `__proto__`.
  const values = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(query.keys())) {
    const [text = '', ...more] = query.getAll(name);
    if (more.length > 0) {
      faults.push({ pointer: name, code: 'repeated_parameter', detail: 'Must be given once.' });
    } else if (text === '' && name in schema.shape) {
      faults.push({ pointer: name, code: 'empty_value', detail: 'Must have a value.' });
    } else {
      values[name] = valueOf(text, kinds[name]);
    }
  }
  faults.push(...faultsIn(schema, values, parameterName).map(asParameterFault));
  return { values: faults.length === 0 ? schema.parse(values) : values, faults };
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

function kindsOf(schema: z.ZodObject): Known['kinds'] {
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
