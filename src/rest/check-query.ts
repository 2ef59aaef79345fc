import { z } from 'zod';
import { faultsIn, parameterName } from '../core/check-input.ts';
import type { Fault } from '../core/refusal.ts';

/** What a query string says, and what is wrong with it. */
export interface ReadQuery {
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
}

/**
 * Reads a query string strictly. SOFA would take `limit=0x10` for 16, `includeBids=banana` for false, and an unknown
 * parameter for nothing.
 */
export function readQuery(schema: z.ZodObject, query: URLSearchParams): ReadQuery {
  const faults: Fault[] = [];
  // Without a prototype, as a parameter may be called `__proto__`.
  const values = Object.create(null) as Record<string, unknown>;
  const kinds = kindsOf(schema);
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
  return { values, faults: [...faults, ...faultsIn(schema, values, parameterName).map(asParameterFault)] };
}

/** What a parameter's text says; where it says nothing of the parameter's kind, the text itself, which is then a fault. */
function valueOf(text: string, kind: string | undefined): unknown {
  if (kind === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

type Kinds = Readonly<Record<string, string | undefined>>;

const knownKinds = new WeakMap<z.ZodObject, Kinds>();

/** The JSON type of each parameter. */
function kindsOf(schema: z.ZodObject): Kinds {
  const known = knownKinds.get(schema);
  if (known !== undefined) return known;
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  const kinds = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, (property as { type?: string }).type]),
  );
  knownKinds.set(schema, kinds);
  return kinds;
}

/** Everything in a query string is text, so "the wrong type" would puzzle whoever wrote it. */
function asParameterFault(fault: Fault): Fault {
  if (fault.code !== 'wrong_type') return fault;
  return { ...fault, code: fault.detail.includes('whole number') ? 'not_an_integer' : 'invalid_value' };
}
