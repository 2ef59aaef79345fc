import type { Connection } from '../db/database.ts';
import type { Authorization } from './authorization.ts';
import { findAuthorization } from './find-authorization.ts';
import type { AuthorizeAnswer } from './gateway-answers.ts';
import { gatewayNamed, type PaymentDeps } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { releaseAuthorization } from './release-authorization.ts';

/**
 * Records a provider's answer to a request to hold money. An unknown outcome is not recorded: a worker reads the payment
 * later.
 *
 * @param claim.attempt the attempt of a recovery pass: the answer is recorded only if this attempt is still the latest
 * @returns the answer, or the answer that another process recorded first
 */
export async function recordAnswer(
  deps: PaymentDeps,
  authorizationId: string,
  answer: AuthorizeAnswer,
  { attempt }: { attempt?: number } = {},
): Promise<AuthorizeAnswer> {
  const isWritten = await write(deps.db, authorizationId, answer, attempt === undefined ? {} : { attempt });
  // A payment that was declined could be confirmed again, with another card: it is cancelled.
  if (isWritten && answer.outcome === 'refused') await releaseAuthorization(deps, authorizationId);
  if (isWritten || answer.outcome === 'unknown') return answer;
  return await answerInstead(deps.db, authorizationId, answer);
}

async function write(
  connection: Connection,
  authorizationId: string,
  answer: AuthorizeAnswer,
  claim: { attempt?: number },
): Promise<boolean> {
  switch (answer.outcome) {
    case 'authorized':
      return (
        (await moveAuthorization(connection, authorizationId, 'authorize', {
          captureBefore: answer.captureBefore,
          ...claim,
        })) !== null
      );
    case 'challenged':
      return (await moveAuthorization(connection, authorizationId, 'challenge', claim)) !== null;
    case 'refused': {
      const { code: failureCode } = answer;
      const move = failureCode === 'authorization_expired' ? 'expire' : 'refuse';
      return (await moveAuthorization(connection, authorizationId, move, { failureCode, ...claim })) !== null;
    }
    case 'unknown':
      return false;
  }
}

/**
 * Returns the answer that another process recorded first.
 *
 * @param answer the own one, for as long as none is recorded
 */
export async function answerInstead(
  connection: Connection,
  authorizationId: string,
  answer: AuthorizeAnswer,
): Promise<AuthorizeAnswer> {
  const authorization = await findAuthorization(connection, authorizationId);
  if (authorization === null) throw new Error(`There is no authorization ${authorizationId}.`);
  const { state, captureBefore, failureCode, bidId } = authorization;
  switch (state) {
    case 'captured_outside':
      if (bidId === null || captureBefore === null) return { outcome: 'refused', code: 'already_captured' };
      return { outcome: 'authorized', captureBefore };
    case 'authorized':
    case 'capturing':
    case 'captured':
      if (captureBefore === null) throw new Error('An authorized hold has no captureBefore.');
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

/**
 * Reads the state of a hold that was challenged or had no clear answer from the provider, and records it: when the bidder
 * comes back from a challenge or reloads, and when a provider's event arrives.
 */
export async function refreshAuthorization(deps: PaymentDeps, authorization: Authorization): Promise<AuthorizeAnswer> {
  const { authorizationId, provider, providerReference } = authorization;
  if (providerReference === null) return { outcome: 'unknown', reason: 'the payment is not opened yet' };
  const answer = await gatewayNamed(deps.gateways, provider).confirm({ reference: providerReference });
  return await recordAnswer(deps, authorizationId, answer);
}
