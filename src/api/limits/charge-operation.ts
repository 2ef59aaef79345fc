import { Refusal } from '../../core/refusal.ts';
import type { Caller } from '../caller.ts';
import { type FieldAnswer, lengthOf, type Variables } from '../plans/plan.ts';
import type { Prepared } from '../prepare.ts';
import { limits } from './operation-limits.ts';

/**
 * Charges an operation for the rows that it may read, and for each change after the first.
 *
 * @throws Refusal `invalid_request` for too many rows
 */
export function chargeOperation(caller: Caller, prepared: Prepared, variables: Variables): void {
  const rows = prepared.rowsFor(variables);
  const more = Math.floor(rows / limits.rowsPerRequest) + Math.max(0, prepared.mutations - 1);
  if (more > 0) caller.charge(more);
  if (rows <= limits.rows) return;
  const detail = `The operation may read ${rows} rows, of at most ${limits.rows}: ask for smaller pages, or in several requests.`;
  throw new Refusal('invalid_request', { detail });
}

/**
 * Refuses an answer that is too long to be sent.
 *
 * @throws Refusal `invalid_request`
 */
export function refuseTooLong(answers: readonly FieldAnswer[]): void {
  if (answers.reduce((sum, answer) => sum + lengthOf(answer), 0) <= limits.answerCharacters) return;
  const detail = 'The answer is too large: ask for smaller pages, for fewer fields, or in several requests.';
  throw new Refusal('invalid_request', { detail });
}
