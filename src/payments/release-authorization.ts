import { crashPoint } from '../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import type { ReleaseAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { asReleaseAnswer } from './narrow-answer.ts';
import { takeUp } from './take-up.ts';

/**
 * Frees the money of an authorization that was marked as `releasing`. Where the provider gives no clear answer the
 * sweep tries again.
 *
 * @returns `null` when there was nothing to do: released already, or never marked
 */
export async function releaseAuthorization(deps: PaymentDeps, authorizationId: string): Promise<ReleaseAnswer | null> {
  const taken = await takeUp(deps.db.pool, authorizationId, ['releasing']);
  return taken === null ? null : await finishRelease(deps, taken);
}

/** @param taken a `releasing` authorization that the caller has just taken up */
export async function finishRelease({ db, gateways, log }: PaymentDeps, taken: Authorization): Promise<ReleaseAnswer> {
  const { authorizationId, attempt, provider, providerReference } = taken;
  crashPoint('release: taken up');
  if (providerReference === null) {
    // No card was touched. Nor will it be: the reference can no longer be written down.
    await moveAuthorization(db.pool, authorizationId, 'release', { attempt });
    return { outcome: 'released' };
  }
  const gateway = gatewayNamed(gateways, provider);
  let answer = await gateway.release({
    reference: providerReference,
    // A server error may be remembered under its key, so each attempt has its own.
    idempotencyKey: `release:${authorizationId}:${attempt}`,
  });
  // A lost answer is found out by a look; where it was done, nothing has to wait for another try.
  if (answer.outcome === 'unknown') answer = asReleaseAnswer(await gateway.read({ reference: providerReference }));
  crashPoint('release: provider answered');
  switch (answer.outcome) {
    case 'released':
      await moveAuthorization(db.pool, authorizationId, 'release', { attempt });
      break;
    case 'expired':
      await moveAuthorization(db.pool, authorizationId, 'expire', { attempt });
      break;
    case 'refused':
      if (answer.code === 'already_captured') {
        // Somebody captured it past our books. That needs a person, so it stays open, and is told every minute.
        log.error({ authorizationId, provider, providerReference }, 'money that was to be released has been captured');
      } else {
        await moveAuthorization(db.pool, authorizationId, 'giveUpRelease', { attempt, failureCode: answer.code });
      }
      break;
    case 'unknown':
      log.warn({ authorizationId, attempt, reason: answer.reason }, 'a release has no clear answer; trying again');
  }
  crashPoint('release: recorded');
  return answer;
}
