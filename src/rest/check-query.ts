import { z } from 'zod';
import { faultsIn, parameterName } from '../core/check-input.ts';
import type { Fault } from '../core/refusal.ts';

/** What a query string says, and what is wrong with it. */
export interface ReadQuery {
  /** With their defaults, where nothing is wrong. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
}

/** What is known of a route's parameters: the JSON type of each, and what queries were before. */
interface Known {
  readonly kinds: Readonly<Record<string, string | undefined>>;
  readonly queries: Map<string, ReadQuery>;
}

const knownOf = new WeakMap<z.ZodObject, Known>();

/** Whoever asks again asks with the same query: so many short ones of each route are kept. */
const kept = { most: 1_000, characters: 200 };

/**
 * Reads a query string strictly. SOFA would take `limit=0x10` for 16, `includeBids=banana` for false, and an unknown
 * parameter for nothing.
 *
 * @param query without its `?`
 */
export function readQuery(schema: z.ZodObject, query: string): ReadQuery {
  let known = knownOf.get(schema);
  if (known === undefined) {
    known = { kinds: kindsOf(schema), queries: new Map() };
    knownOf.set(schema, known);
  }
  const { kinds, queries } = known;
  const before = queries.get(query);
  if (before !== undefined) return before;
  const read = readParameters(schema, kinds, new URLSearchParams(query));
  if (queries.size >= kept.most) queries.clear();
  if (query.length <= kept.characters) queries.set(query, read);
  return read;
}

function readParameters(schema: z.ZodObject, kinds: Known['kinds'], query: URLSearchParams): ReadQuery {
  const faults: Fault[] = [];
  // Without a prototype, as a parameter may be called `__proto__`.
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

/** What a parameter's text says; where it says nothing of the parameter's kind, the text itself, which is then a fault. */
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

/** Everything in a query string is text, so "the wrong type" would puzzle whoever wrote it. */
function asParameterFault(fault: Fault): Fault {
  if (fault.code !== 'wrong_type') return fault;
  return { ...fault, code: fault.detail.includes('whole number') ? 'not_an_integer' : 'invalid_value' };
}
