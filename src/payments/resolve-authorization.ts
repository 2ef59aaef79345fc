import { crashPoint } from '../core/crash-point.ts';
import { adoptOpened } from './adopt-opened.ts';
import type { AuthorizeAnswer } from './gateway-answers.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { asAuthorizeAnswer } from './narrow-answer.ts';
import { recordAnswer } from './record-answer.ts';
import { releaseAuthorization } from './release-authorization.ts';
import type { Claimed } from './claim.ts';

/** Longer than any request lasts: after this time the process that opened the payment has died. */
const abandonedAfterSeconds = 60;
/** Without a reference, the intent is abandoned this early so that the bidder gets an answer within 15 s. */
const unopenedAfterSeconds = 11;
/** The time that a bidder has for the bank's challenge. */
const challengeLastsSeconds = 15 * 60;

/**
 * Reads and records the outcome of a hold whose request has ended. The function never places a hold: if nothing is held
 * yet, nothing will be.
 *
 * @param claimed an `intended` or `challenged` authorization that the caller has just claimed
 * @returns `authorized`: the money is held, and the bid has to be written or the authorization released
 */
export async function resolveAuthorization(deps: PaymentDeps, claimed: Claimed): Promise<AuthorizeAnswer> {
  const { gateways } = deps;
  const { authorizationId, attempt, ageInSeconds, provider, providerReference } = claimed;
  const gateway = gatewayNamed(gateways, provider);
  if (providerReference === null) {
    const found = await gateway.find({ authorizationId });
    if (found.outcome === 'opened') {
      crashPoint('resolve: payment found');
      await adoptOpened(deps.db, authorizationId, found.reference);
      crashPoint('resolve: payment adopted');
      return await resolveAuthorization(deps, { ...claimed, providerReference: found.reference });
    }
    return ageInSeconds > unopenedAfterSeconds ? await abandon(deps, claimed) : notYet;
  }
  const read = await gateway.read({ reference: providerReference });
  crashPoint('resolve: payment read');
  if (read.outcome === 'opened') return ageInSeconds > abandonedAfterSeconds ? await abandon(deps, claimed) : notYet;
  if (read.outcome === 'challenged' && ageInSeconds > challengeLastsSeconds) return await abandon(deps, claimed);
  return await recordAnswer(deps, authorizationId, asAuthorizeAnswer(read), { attempt });
}

const notYet: AuthorizeAnswer = { outcome: 'unknown', reason: 'the bidder’s own request may still be under way' };

/**
 * Abandons a hold. The release at the provider makes sure that a request still under way can hold nothing after this. The
 * bidder may have come back since the payment was read: then the write finds another state or attempt, and changes nothing.
 */
async function abandon(deps: PaymentDeps, { authorizationId, attempt }: Claimed): Promise<AuthorizeAnswer> {
  const marked = await moveAuthorization(deps.db, authorizationId, 'abandon', {
    failureCode: 'abandoned',
    attempt,
  });
  if (marked === null) return { outcome: 'unknown', reason: 'another process has continued it' };
  crashPoint('resolve: abandoned');
  await releaseAuthorization(deps, authorizationId);
  return { outcome: 'refused', code: 'abandoned' };
}
