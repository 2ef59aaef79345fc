import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { adoptReference } from './adopt-reference.ts';
import type { Authorization } from './authorization.ts';
import type { ReleaseAnswer } from './gateway-answers.ts';
import { type PaymentDeps, gatewayNamed } from './gateways.ts';
import { type Move, type MoveFacts, moveAuthorizations } from './move-authorization.ts';
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

/**
 * @param claimed a `releasing` authorization that the caller has just claimed
 * @param record records the answer; by default at once
 */
export async function finishRelease(
  deps: PaymentDeps,
  claimed: Claimed,
  record: RecordRelease = (release) => recordReleases(deps.db, [release]),
): Promise<ReleaseAnswer> {
  crashPoint('release: claimed');
  const release = await requestRelease(deps, claimed);
  await record(release);
  crashPoint('release: recorded');
  return release.answer;
}

/** The provider's answer to a release, and the move that it allows; `null`: the authorization stays open. */
export interface Release extends MoveFacts {
  readonly authorizationId: string;
  readonly answer: ReleaseAnswer;
  readonly move: Move | null;
}

export type RecordRelease = (release: Release) => Promise<unknown>;

/** Records the answers to releases. Those of the same kind share a statement, and so a durable commit. */
export async function recordReleases(connection: Connection, releases: readonly Release[]): Promise<Release[]> {
  for (const [move, moved] of Map.groupBy(releases, (release) => release.move)) {
    if (move !== null) await moveAuthorizations(connection, move, moved);
  }
  return [...releases];
}

async function requestRelease(deps: PaymentDeps, claimed: Claimed): Promise<Release> {
  const { authorizationId, attempt, providerReference } = claimed;
  const closed: Release = {
    authorizationId,
    attempt,
    answer: { outcome: 'released' },
    move: closingMove(claimed),
  };
  if (providerReference !== null) return await releasePayment(deps, claimed, providerReference);
  if (isRefusedUnopened(claimed)) return closed;
  const opened = await findOpened(deps, claimed);
  if (opened.outcome === 'none') return closed;
  if (opened.outcome === 'unknown') {
    deps.log.warn(
      { authorizationId, attempt, reason: opened.reason },
      'Searching a payment gave no clear answer; trying again.',
    );
    return { ...closed, answer: opened, move: null };
  }
  crashPoint('release: payment found');
  const isAdopted = await adoptReference(deps.db, claimed, opened.reference);
  crashPoint('release: payment adopted');
  return isAdopted
    ? await releasePayment(deps, claimed, opened.reference)
    : { ...closed, answer: overtaken, move: null };
}

const overtaken: ReleaseAnswer = { outcome: 'unknown', reason: 'another process has claimed it since' };

async function releasePayment(deps: PaymentDeps, claimed: Claimed, reference: string): Promise<Release> {
  const { gateways, log } = deps;
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
  const release = { authorizationId, attempt, answer };
  switch (answer.outcome) {
    case 'released':
      return { ...release, move: closingMove(claimed) };
    case 'expired':
      return { ...release, move: 'expire' };
    case 'captured':
      // Settlement decides under the auction's lock: an earlier request of its own has executed, or somebody else has captured it.
      return { ...release, move: null };
    case 'refused':
      return { ...release, move: 'fail', failureCode: answer.code };
    case 'unknown':
      log.warn({ authorizationId, attempt, reason: answer.reason }, 'A release has no clear answer; trying again.');
      return { ...release, move: null };
  }
}

/** A payment that the provider refused to hold has failed; anything else is released. */
function closingMove({ authorizedAt, failureCode }: Authorization): 'fail' | 'release' {
  return authorizedAt === null && isProviderRefusal(failureCode) ? 'fail' : 'release';
}

/** The provider refused to open the payment: no request of ours can be under way. */
function isRefusedUnopened({ providerReference, authorizedAt, failureCode }: Authorization): boolean {
  return providerReference === null && authorizedAt === null && isProviderRefusal(failureCode);
}
