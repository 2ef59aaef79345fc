import { GraphQLError } from 'graphql';
import { Refusal, type RefusalCode } from '../../core/refusal.ts';
import type { Outcome } from './run-operation.ts';

/** A repetition of the request may succeed. */
const isTransient = new Set<RefusalCode>(['unavailable', 'payments_unavailable', 'insufficient_scope']);

/**
 * Decides about the work of an operation under an idempotency key. What was `done` is stored with its answer: with the
 * refusals of its other fields, and those below it. Where nothing was done, because all of it was `refused`, the key is
 * free again. The work is `undone` if a part failed, or would succeed later.
 *
 * @param rootKeys returns the root fields in the order in which they run
 */
export function fateOf(outcome: Outcome, rootKeys: () => readonly string[]): 'done' | 'refused' | 'undone' {
  if (outcome.kind === 'fields') return 'done';
  if (outcome.kind === 'failure') return outcome.error instanceof Refusal ? 'refused' : 'undone';
  const { data, errors = [] } = outcome.result;
  if (data === undefined) return 'refused';
  const hasFailed = errors.some((error) => {
    const { originalError: origin, path } = error;
    // GraphQL itself refuses the request if its error points into the document.
    if (!(origin instanceof Refusal)) return origin !== undefined && !(origin instanceof GraphQLError && origin.nodes);
    return origin.code === 'insufficient_scope' ? path?.length === 1 : isTransient.has(origin.code);
  });
  if (hasFailed) return 'undone';
  const keys = rootKeys();
  // After a field without an answer that must have one, no further field runs.
  const last = Math.max(...errors.map(({ path }) => keys.indexOf(String(path?.[0]))));
  const begun = data === null ? keys.slice(0, last + 1) : keys;
  const refused = new Set(errors.filter(({ path }) => path?.length === 1).map(({ path }) => path![0]));
  return begun.some((key) => !refused.has(key)) ? 'done' : 'refused';
}

/** Returns the refusal of a cancellation that met a capture under way, if nothing else was done; otherwise `null`. */
export function captureUnderWay(outcome: Outcome): Refusal | null {
  if (outcome.kind === 'fields') return null;
  const { data = null, errors = [] } =
    outcome.kind === 'failure' ? { errors: [{ originalError: outcome.error }] } : outcome.result;
  if (data !== null && Object.values(data).some((value) => value !== null)) return null;
  const refusal = errors.map(({ originalError }) => originalError).find((error) => error instanceof Refusal);
  return refusal !== undefined && refusal.capturing !== null ? refusal : null;
}
