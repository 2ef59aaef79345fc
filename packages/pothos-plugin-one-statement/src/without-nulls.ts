import type { Arguments } from './field-plan.ts';

/**
 * Returns the arguments without those that are null, also within inputs and their lists: null is absent.
 *
 * @param kept the names of fields whose null is kept
 */
export function withoutNulls(args: Arguments, kept: readonly string[] = []): Arguments {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(args)) {
    if (args[name] !== null || kept.includes(name)) given[name] = withoutNullsIn(args[name], kept);
  }
  return given;
}

/** An object that a scalar has read is no input object. */
function withoutNullsIn(value: unknown, kept: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNullsIn(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? withoutNulls(value as Arguments, kept) : value;
}
