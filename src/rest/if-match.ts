import type { OperationRequest } from '../api/run.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import { entityTag, readTags } from './entity-tag.ts';
import type { PreparedRoute } from './prepare-routes.ts';
import { type RestAnswer, textOf } from './rest-answer.ts';

/** The request header, as faults name it. */
const ifMatchHeader = 'If-Match';

/**
 * Reads the header of a change.
 *
 * @param header `null` when absent
 * @returns the tags of which one must be current; `null`: any representation will do, or the header is faulty
 */
export function readIfMatch(header: string | null): { tags: readonly string[] | null; faults: readonly Fault[] } {
  const tags = header === null ? '*' : readTags(header);
  if (tags === '*') return { tags: null, faults: [] };
  if (tags !== null) return { tags, faults: [] };
  const detail = 'Must be "*", or tags in double quotes, separated by commas, as "ETag" has them.';
  return { tags: null, faults: [{ pointer: ifMatchHeader, code: 'invalid_value', detail }] };
}

/**
 * Makes the condition that one of these tags is that of the resource. The read refuses what has changed before; the
 * statement that changes the resource compares it again, once its row is locked.
 *
 * @param route the route whose answers have the tags
 */
export function preconditionOf(
  { prepared, defaults }: PreparedRoute,
  tags: readonly string[],
): NonNullable<OperationRequest<RestAnswer>['precondition']> {
  const read = [...prepared.planFor(defaults).fields.values()][0]!;
  return async (deps, viewer, variables) => {
    const { json } = await read.run(deps, viewer, { ...variables, ...defaults });
    // The strong comparison: a weak tag equals none.
    if (!tags.includes(entityTag(json))) throw new Refusal('precondition_failed');
    return { ...read.representation!, text: textOf(json) };
  };
}
