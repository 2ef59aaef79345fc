import { GraphQLError } from 'graphql';
import { Refusal, type RefusalCode } from '../../../core/refusal.ts';
import type { Outcome } from './run-operation.ts';

/** A repetition of the request may succeed. */
const isTransient = new Set<RefusalCode>(['unavailable', 'payments_unavailable', 'insufficient_scope']);

/**
 * Decides about the work of an operation under an idempotency key. A `done` operation is stored with its answer: with the
 * refusals of its other fields, and those below it. If nothing was done, because all of it was `refused`, the key is
 * free again. The work is `undone` if a part failed, or would succeed later.
 */
export function fateOf(outcome: Outcome): 'done' | 'refused' | 'undone' {
  if (outcome.kind === 'fields') {
    const errors = outcome.fields.flatMap((field) => ('error' in field ? [field.error] : []));
    if (errors.length === 0) return 'done';
    const origins = errors.map((error) => (error instanceof GraphQLError ? error.originalError : error));
    return origins.every((origin) => origin instanceof Refusal) ? 'refused' : 'undone';
  }
  const { refused } = outcome.context;
  const { data, errors = [] } = outcome.result;
  const hasFailed = errors.some((error) => {
    const { originalError: origin, path } = error;
    // GraphQL itself refuses the request if its error points into the document.
    if (!(origin instanceof Refusal)) return origin !== undefined && !(origin instanceof GraphQLError && origin.nodes);
    return origin.code === 'insufficient_scope' ? path?.length === 1 : isTransient.has(origin.code);
  });
  if (data === undefined) return 'refused';
  if (hasFailed || [...refused.values()].some(({ code }) => isTransient.has(code))) return 'undone';
  // A field that has changed something answers with an object. `__typename` is a text, and a refused payload has changed nothing.
  const hasChanged = ([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !refused.has(key);
  return Object.entries(data ?? {}).some(hasChanged) ? 'done' : 'refused';
}

/** Returns the refusal of a cancellation that met a capture under way, if nothing else was done; otherwise `null`. */
export function captureUnderWay(outcome: Outcome): Refusal | null {
  const errors =
    outcome.kind === 'fields'
      ? outcome.fields.map((field) => ('error' in field ? field.error : null))
      : [
          ...outcome.context.refused.values(),
          ...(outcome.result.errors ?? []).map(({ originalError }) => originalError),
        ];
  if (fateOf(outcome) === 'done') return null;
  return errors.find((error): error is Refusal => error instanceof Refusal && error.capturing !== null) ?? null;
}
