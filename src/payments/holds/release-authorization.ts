import { crashPoint } from '../../core/crash-point.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Authorization } from './authorization.ts';
import { claim, type Claimed } from './claim.ts';
import { isProviderRefusal } from '../providers/failure-code.ts';
import { findAuthorization } from './find-authorization.ts';
import { gatewayNamed, type PaymentDeps } from '../providers/gateways.ts';
import { readKeepsCard } from './kept-card.ts';
import { adoptPayment, type Move, moveAuthorizations, type MoveFacts } from './move-authorization.ts';
import { moveFor, openedAgainForSeconds } from './move-for.ts';
import { type Observation, type Observed, reasonOf, refused } from '../providers/observation.ts';
import { openRequest } from './open-request.ts';
import { askThenRead } from './request-capture.ts';

/**
 * Frees the money of an authorization that was marked as `releasing`. A worker tries again if the provider gives no clear
 * answer.
 *
 * @returns `null` when there was nothing to do: the money is released already, or was never marked for release
 */
export async function releaseAuthorization(deps: PaymentDeps, authorizationId: string): Promise<Observation | null> {
  const claimed = await claim(deps.db, authorizationId, ['releasing']);
  return claimed === null ? null : await releaseClaimed(deps, claimed);
}

/**
 * @param claimed a `releasing` authorization that the caller has just claimed
 * @param record records the answer; by default at once
 */
export async function releaseClaimed(
  deps: PaymentDeps,
  claimed: Claimed,
  record: RecordRelease = (release) => recordReleases(deps.db, [release]),
): Promise<Observation> {
  crashPoint('release: claimed');
  const { reference, ...observation } = await requestRelease(deps, claimed);
  const { authorizationId, attempt } = claimed;
  const { move, failureCode } = moveFor({ ...claimed, providerReference: reference }, observation);
  if (move === null)
    deps.log.info(
      { authorizationId, attempt, reason: reasonOf(observation) },
      'A release has no clear answer; trying again.',
    );
  // Settlement decides about captured money under the lock of the auction.
  else if (observation.outcome !== 'captured')
    await record({ authorizationId, attempt, move, ...(failureCode !== null && { failureCode }) });
  crashPoint('release: recorded');
  return observation;
}

/** The outcome of a release, and the move that follows. */
export interface Release extends MoveFacts {
  readonly authorizationId: string;
  readonly move: Move;
}

export type RecordRelease = (release: Release) => Promise<unknown>;

/** Records what has come of releases. Those of the same kind share a statement, and so a durable commit. */
export async function recordReleases(connection: Connection, releases: readonly Release[]): Promise<Release[]> {
  for (const [move, moved] of Map.groupBy(releases, (release) => release.move)) {
    await moveAuthorizations(connection, move, moved);
  }
  return [...releases];
}

/** Cancels the payment, which is searched first if the books do not know it. */
async function requestRelease(deps: PaymentDeps, claimed: Claimed): Promise<Observed> {
  let reference = claimed.providerReference;
  if (reference === null) {
    const found = await findOpened(deps, claimed);
    if (found.reference === null) return found;
    reference = found.reference;
    crashPoint('release: payment found');
    const adopted = await adoptPayment(deps.db, claimed.authorizationId, reference);
    crashPoint('release: payment adopted');
    if (adopted?.state !== 'releasing' || adopted.attempt !== claimed.attempt)
      return { outcome: 'unknown', reason: 'another process has claimed or moved it since', reference };
  }
  const observation = await askThenRead(deps, claimed, 'release', reference, claimed.isAwaited ? 'capture' : 'release');
  crashPoint('release: provider answered');
  return { ...observation, reference };
}

/**
 * Finds the payment of an intent whose opening got no answer. The open request is sent again: the same key gets the same
 * answer, or opens the payment now. Without an answer again, the provider is searched by our id in its metadata. A payment that the
 * provider refused to open was never opened.
 */
export async function findOpened(deps: Pick<PaymentDeps, 'db' | 'gateways'>, intent: Claimed): Promise<Observed> {
  const { authorizationId, provider, secondsInState, authorizedAt, failureCode } = intent;
  if (authorizedAt === null && isProviderRefusal(failureCode)) return { ...refused(failureCode), reference: null };
  const again = secondsInState > openedAgainForSeconds ? null : await openAgain(deps, intent);
  if (again !== null && (again.reference !== null || again.outcome === 'refused')) return again;
  return await gatewayNamed(deps.gateways, provider).find({ authorizationId });
}

async function openAgain(
  { db, gateways }: Pick<PaymentDeps, 'db' | 'gateways'>,
  intent: Authorization,
): Promise<Observed> {
  const { provider, auctionId, replacesAuthorizationId } = intent;
  const renewed = replacesAuthorizationId === null ? null : await findAuthorization(db, replacesAuthorizationId);
  const renews = renewed?.providerReference ?? null;
  return await gatewayNamed(gateways, provider).open(
    openRequest(intent, { renews, keepsCard: await readKeepsCard(db, auctionId) }),
  );
}
