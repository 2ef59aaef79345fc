import type { Connection } from '../db/database.ts';
import type { Authorization } from './authorization.ts';
import { findAuthorization } from './find-authorization.ts';
import type { AuthorizeAnswer } from './gateway.ts';
import { moveAuthorization } from './move-authorization.ts';

/**
 * Writes down what a provider answered when asked to hold money. Of an unknown outcome nothing is written: the sweep
 * looks again.
 *
 * @returns what holds now: the answer, or what somebody else made of the authorization first
 */
export async function recordAnswer(
  connection: Connection,
  authorizationId: string,
  answer: AuthorizeAnswer,
): Promise<AuthorizeAnswer> {
  const isWritten = await write(connection, authorizationId, answer);
  if (isWritten || answer.outcome === 'unknown') return answer;

  const standing = await findAuthorization(connection, authorizationId);
  if (standing === null) throw new Error(`There is no authorization ${authorizationId}.`);
  return answerInstead(standing, answer);
}

async function write(connection: Connection, authorizationId: string, answer: AuthorizeAnswer): Promise<boolean> {
  switch (answer.outcome) {
    case 'authorized':
      return (
        (await moveAuthorization(connection, authorizationId, 'authorize', { captureBefore: answer.captureBefore })) !==
        null
      );
    case 'challenged':
      return (await moveAuthorization(connection, authorizationId, 'challenge')) !== null;
    case 'refused': {
      const { code: failureCode } = answer;
      const move = failureCode === 'authorization_expired' ? 'expire' : 'fail';
      return (await moveAuthorization(connection, authorizationId, move, { failureCode })) !== null;
    }
    case 'unknown':
      return false;
  }
}

function answerInstead({ state, captureBefore, failureCode }: Authorization, answer: AuthorizeAnswer): AuthorizeAnswer {
  switch (state) {
    case 'authorized':
    case 'capturing':
    case 'captured':
      if (captureBefore === null) throw new Error('An authorization stands without captureBefore.');
      return { outcome: 'authorized', captureBefore };
    case 'intended':
    case 'challenged':
      return answer;
    case 'releasing':
    case 'released':
    case 'failed':
      return { outcome: 'refused', code: failureCode ?? 'already_released' };
    case 'expired':
      return { outcome: 'refused', code: 'authorization_expired' };
  }
}
