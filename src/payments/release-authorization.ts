import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import type { Authorization } from './authorization.ts';
import { claim, type Claimed } from './claim.ts';
import { isProviderRefusal } from './failure-code.ts';
import { findAuthorization } from './find-authorization.ts';
import type { FindAnswer, OpenAnswer, ReleaseAnswer, Unknown } from './gateway-answers.ts';
import { gatewayNamed, type PaymentDeps } from './gateways.ts';
import { readKeepsCard } from './kept-card.ts';
import { type Move, moveAuthorizations, type MoveFacts } from './move-authorization.ts';
import { asReleaseAnswer } from './narrow-answer.ts';
import { openRequest } from './open-request.ts';

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
interface Release extends MoveFacts {
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

/**
 * Much longer than a new payment takes to appear in the provider's search, and than a late request takes to arrive.
 */
const findableAfterSeconds = 3_600;

/**
 * The open request is repeated for this long, counted from when the bid was given up: until then its process may have asked for the
 * hold, however old the intent is. As the last request may arrive late, too, only searches follow.
 */
const askedForSeconds = 3_600;

/**
 * Finds the payment of an intent whose opening got no answer. The open request is sent again: the same key gets the same
 * answer, or opens the payment now. Without an answer again, the provider is searched by our id in its metadata.
 *
 * @returns `none`: no payment was opened, and none will be
 */
export async function findOpened(
  deps: Pick<PaymentDeps, 'db' | 'gateways'>,
  intent: Authorization & { readonly secondsInState: number },
): Promise<FindAnswer> {
  const { authorizationId, provider, secondsInState } = intent;
  const again = secondsInState > askedForSeconds ? notAsked : await openAgain(deps, intent);
  if (again.outcome === 'opened') return again;
  if (again.outcome === 'refused') return { outcome: 'none' };
  const found = await gatewayNamed(deps.gateways, provider).find({ authorizationId });
  if (found.outcome !== 'none' || secondsInState > askedForSeconds + findableAfterSeconds) return found;
  return { outcome: 'unknown', reason: again.reason };
}

const notAsked: Unknown = { outcome: 'unknown', reason: 'the payment is searched, and not found yet' };

async function openAgain(
  { db, gateways }: Pick<PaymentDeps, 'db' | 'gateways'>,
  intent: Authorization,
): Promise<OpenAnswer> {
  const { provider, auctionId, replacesAuthorizationId } = intent;
  const renewed = replacesAuthorizationId === null ? null : await findAuthorization(db, replacesAuthorizationId);
  const renews = renewed?.providerReference ?? null;
  return await gatewayNamed(gateways, provider).open(
    openRequest(intent, { renews, keepsCard: await readKeepsCard(db, auctionId) }),
  );
}

/**
 * Records the provider's name of a payment that was found for an authorization without one, so that it can be cancelled.
 *
 * @returns whether the name was recorded: not if another process has claimed the authorization since
 */
async function adoptReference(
  connection: Connection,
  { authorizationId, attempt }: Authorization,
  reference: string,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'adopt-reference',
    text: `update authorizations set provider_reference = $3
      where authorization_id = $1 and attempt = $2 and state = 'releasing' and provider_reference is null`,
    values: [authorizationId, attempt, reference],
  });
  return rowCount === 1;
}
