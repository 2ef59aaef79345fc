import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { attachBid } from './attach-bid.ts';
import { findAuthorization } from './find-authorization.ts';
import { gatewayNamed, type PaymentDeps } from './gateways.ts';
import { handCardOn } from './kept-card.ts';
import { moveAuthorization } from './move-authorization.ts';
import { releaseAuthorization } from './release-authorization.ts';

/**
 * Makes an authorized renewal back the bid in place of the authorization that it renews, and releases the one that is no
 * longer needed: the old one, or the renewal itself if settlement has meanwhile begun to capture the old one, or an operator
 * has captured it at the provider's dashboard.
 */
export async function swapHold(deps: PaymentDeps, renewalId: string): Promise<void> {
  const isPaid = await isOldCaptured(deps, renewalId);
  const released = await deps.db.transaction((tx) => exchange(tx, renewalId, isPaid));
  crashPoint('renew: hold swapped');
  if (released !== null) await releaseAuthorization(deps, released);
}

/** Reads whether the old hold was captured without a request of the service. Without an answer the renewal goes on: the bid needs a hold. */
async function isOldCaptured({ db, gateways, log }: PaymentDeps, renewalId: string): Promise<boolean> {
  const oldId = (await findAuthorization(db, renewalId))?.replacesAuthorizationId ?? null;
  const old = oldId === null ? null : await findAuthorization(db, oldId);
  if (old?.state !== 'authorized' || old.providerReference === null) return false;
  const { authorizationId, provider, providerReference: reference, bidId } = old;
  const read = await gatewayNamed(gateways, provider).read({ reference, priority: 'renewal' });
  if (read.outcome !== 'captured') return false;
  log.error({ authorizationId, bidId, reference }, 'A hold was captured at its provider; it is not renewed.');
  return true;
}

/** @returns the id of the authorization that was marked as to be released, `null` when there is none */
async function exchange(tx: Connection, renewalId: string, isPaid: boolean): Promise<string | null> {
  // Settlement and cancellation hold the same row lock, so this transaction sees every row that they mark for release.
  const { rows } = await tx.query<{ isCompleted: boolean }>(
    `select status = 'completed' as "isCompleted" from auctions where auction_id = (select auction_id from authorizations where authorization_id = $1)
     for no key update`,
    [renewalId],
  );
  const renewal = await findAuthorization(tx, renewalId);
  if (renewal?.replacesAuthorizationId == null || renewal.state !== 'authorized' || renewal.bidId !== null) return null;
  // The auction was completed while this renewal was under way: nothing else would ever capture or release the renewal.
  if (rows[0]?.isCompleted === true)
    return (await moveAuthorization(tx, renewalId, 'beginRelease'))?.authorizationId ?? null;
  const oldId = renewal.replacesAuthorizationId;
  // Settlement finds the money captured. With the renewal the bidder would pay twice.
  if (isPaid) {
    await tx.query(
      `update authorizations set next_attempt_at = null where authorization_id = $1 and state = 'authorized'`,
      [oldId],
    );
    return (await moveAuthorization(tx, renewalId, 'beginRelease'))?.authorizationId ?? null;
  }
  const marked = await moveAuthorization(tx, oldId, 'beginReplacement');
  const old = marked ?? (await findAuthorization(tx, oldId));
  const isFree = marked !== null || old?.state === 'expired';
  if (!isFree) return (await moveAuthorization(tx, renewalId, 'beginRelease'))?.authorizationId ?? null;

  if (old?.bidId == null) throw new Error(`Authorization ${oldId} was renewed, but backs no bid.`);
  // Another process marked the renewal for release: roll back, so that the old authorization stays in place.
  if (!(await attachBid(tx, renewalId, old.bidId)))
    throw new Error(`Renewal ${renewalId} was changed while it replaced the old hold.`);
  await handCardOn(tx, { from: oldId, to: renewalId });
  crashPoint('renew: inside the transaction');
  return marked === null ? null : oldId;
}
