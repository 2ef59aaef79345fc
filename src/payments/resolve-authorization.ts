import type { AuthorizeAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { asAuthorizeAnswer } from './narrow-answer.ts';
import { recordAnswer } from './record-answer.ts';
import { releaseAuthorization } from './release-authorization.ts';
import type { TakenUp } from './take-up.ts';

/** Longer than any request is under way: whoever opened the payment has died. */
const abandonedAfterSeconds = 60;
/** How long a bidder may take over the bank's challenge. */
const challengeLastsSeconds = 15 * 60;

/**
 * Finds out what became of a hold that nobody waits for any more, and writes it down. It never asks the card: where
 * nothing is held yet, nothing will be.
 *
 * @param taken an `intended` or `challenged` authorization that the caller has just taken up
 * @returns `authorized`: the money is held, and the bid has to be written or the authorization released
 */
export async function resolveAuthorization(deps: PaymentDeps, taken: TakenUp): Promise<AuthorizeAnswer> {
  const { db, gateways } = deps;
  const { authorizationId, ageInSeconds, provider, providerReference } = taken;
  if (providerReference === null) {
    return ageInSeconds > abandonedAfterSeconds ? await abandon(deps, authorizationId) : notYet;
  }
  const read = await gatewayNamed(gateways, provider).read({ reference: providerReference });
  if (read.outcome === 'opened')
    return ageInSeconds > abandonedAfterSeconds ? await abandon(deps, authorizationId) : notYet;
  if (read.outcome === 'challenged' && ageInSeconds > challengeLastsSeconds)
    return await abandon(deps, authorizationId);
  return await recordAnswer(db.pool, authorizationId, asAuthorizeAnswer(read));
}

const notYet: AuthorizeAnswer = { outcome: 'unknown', reason: 'the bidder’s own request may still be under way' };

/** Releasing at the provider makes sure that a request still under way can hold nothing after this. */
async function abandon(deps: PaymentDeps, authorizationId: string): Promise<AuthorizeAnswer> {
  const marked = await moveAuthorization(deps.db.pool, authorizationId, 'beginRelease', { failureCode: 'abandoned' });
  if (marked !== null) await releaseAuthorization(deps, authorizationId);
  return { outcome: 'refused', code: 'abandoned' };
}
