import type { FieldAnswer } from '#one-statement/plan.ts';
import { Refusal } from '../core/refusal.ts';
import type { AnswersInFlight } from '../platform/limits/answers-in-flight.ts';
import { limits } from './limits/operation-limits.ts';

/**
 * Refuses an answer that is too long to be sent, and counts any other one as in flight.
 *
 * @param isChange true if the answer says what was changed: then it is sent, however much is in flight
 * @throws Refusal `invalid_request`; as `AnswersInFlight.check`
 */
export function takeAnswers(inFlight: AnswersInFlight, answers: readonly FieldAnswer[], isChange: boolean): void {
  const characters = answers.flatMap(({ json }) => json).reduce((sum, piece) => sum + piece.length, 0);
  if (characters > limits.answerCharacters) {
    const detail = 'The answer is too large: ask for smaller pages, for fewer fields, or in several requests.';
    throw new Refusal('invalid_request', { detail });
  }
  if (!isChange) inFlight.check(characters);
  inFlight.count(characters);
}
