import { crashPoint } from '../core/crash-point.ts';
import { adoptReference } from './adopt-reference.ts';
import type { Authorization } from './authorization.ts';
import type { ReleaseAnswer } from './gateway.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { asReleaseAnswer } from './narrow-answer.ts';
import { type Claimed, claim } from './claim.ts';
import { isProviderRefusal } from './failure-code.ts';
import { findOpened } from './find-opened.ts';

/**
 * Frees the money of an authorization that was marked as `releasing`. A worker tries again if the provider gives no clear
 * answer.
 *
 * @returns `null` when there was nothing to do: the money is released already, or was never marked for release
 */
export async function releaseAuthorization(deps: PaymentDeps, authorizationId: string): Promise<ReleaseAnswer | null> {
  const claimed = await claim(deps.db, authorizationId, ['releasing']);
  return claimed === null ? null : await finishRelease(deps, claimed);
}

/** @param claimed a `releasing` authorization that the caller has just claimed */
export async function finishRelease(deps: PaymentDeps, claimed: Claimed): Promise<ReleaseAnswer> {
  crashPoint('release: claimed');
  const { authorizationId, attempt, providerReference } = claimed;
  if (providerReference !== null) return await releasePayment(deps, claimed, providerReference);
  if (isRefusedUnopened(claimed)) {
    await moveAuthorization(deps.db, authorizationId, 'fail', { attempt });
    return { outcome: 'released' };
  }
  const opened = await findOpened(deps, claimed);
  if (opened.outcome === 'opened') {
    crashPoint('release: payment found');
    const isAdopted = await adoptReference(deps.db, claimed, opened.reference);
    crashPoint('release: payment adopted');
    return isAdopted ? await releasePayment(deps, claimed, opened.reference) : overtaken;
  }
  if (opened.outcome === 'unknown') {
    deps.log.warn(
      { authorizationId, attempt, reason: opened.reason },
      'Searching a payment gave no clear answer; trying again.',
    );
    return opened;
  }
  await moveAuthorization(deps.db, authorizationId, closingMove(claimed), { attempt });
  return { outcome: 'released' };
}

const overtaken: ReleaseAnswer = { outcome: 'unknown', reason: 'another process has claimed it since' };

async function releasePayment(
  { db, gateways, log }: PaymentDeps,
  claimed: Claimed,
  reference: string,
): Promise<ReleaseAnswer> {
  const { authorizationId, attempt, provider } = claimed;
  const gateway = gatewayNamed(gateways, provider);
  let answer = await gateway.release({
    reference,
    // The provider may store a server error under its key, so each attempt has its own key.
    idempotencyKey: `release:${authorizationId}:${attempt}`,
  });
  // After a lost answer the payment is read: if it was released, no further attempt is needed.
  if (answer.outcome === 'unknown' && answer.isOverloaded !== true) {
    answer = asReleaseAnswer(await gateway.read({ reference, priority: 'release' }));
  }
  crashPoint('release: provider answered');
  switch (answer.outcome) {
    case 'released':
      await moveAuthorization(db, authorizationId, closingMove(claimed), { attempt });
      break;
    case 'expired':
      await moveAuthorization(db, authorizationId, 'expire', { attempt });
      break;
    case 'refused':
      if (answer.code === 'already_captured') {
        // The payment was captured without a record in our books. An operator has to act: the row stays open, logged every minute.
        log.error(
          { authorizationId, provider, reference },
          'Money that was to be released has been captured; an operator has to act.',
        );
      } else {
        await moveAuthorization(db, authorizationId, 'fail', { attempt, failureCode: answer.code });
      }
      break;
    case 'unknown':
      log.warn({ authorizationId, attempt, reason: answer.reason }, 'A release has no clear answer; trying again.');
  }
  crashPoint('release: recorded');
  return answer;
}

/** A payment that the provider refused to hold has failed; anything else is released. */
function closingMove({ authorizedAt, failureCode }: Authorization): 'fail' | 'release' {
  return authorizedAt === null && isProviderRefusal(failureCode) ? 'fail' : 'release';
}

/** The provider refused to open the payment: no request of ours can be under way. */
function isRefusedUnopened({ providerReference, authorizedAt, failureCode }: Authorization): boolean {
  return providerReference === null && authorizedAt === null && isProviderRefusal(failureCode);
}
