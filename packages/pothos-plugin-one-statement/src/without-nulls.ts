import type { Arguments } from './field-plan.ts';

/** Returns the arguments of a read without those that are null, also within inputs: in a read, null is absent. */
export function withoutNulls(args: Arguments): Arguments {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => (value === null ? [] : [[name, withoutNullsIn(value)]])),
  );
}

function withoutNullsIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return withoutNulls(value as Arguments);
}
