import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { attachBid } from './attach-bid.ts';
import { findAuthorization } from './find-authorization.ts';
import type { PaymentDeps } from './gateways.ts';
import { isOutbidByPerson, releaseLower } from './holds-of-person.ts';
import { handCardOn } from './kept-card.ts';
import { moveAuthorization } from './move-authorization.ts';
import { releaseAuthorization } from './release-authorization.ts';

/**
 * Makes an authorized renewal back the bid in place of the authorization that it renews, and releases the one that is no
 * longer needed: the old one, or the renewal itself if settlement has meanwhile begun to capture the old one.
 */
export async function swapHold(deps: PaymentDeps, renewalId: string): Promise<void> {
  const released = await deps.db.transaction((tx) => exchange(tx, renewalId));
  crashPoint('renew: hold swapped');
  if (released !== null) await releaseAuthorization(deps, released);
}

/** @returns the id of the authorization that was marked as to be released, `null` when there is none */
async function exchange(tx: Connection, renewalId: string): Promise<string | null> {
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
  // The hold had lapsed before it was renewed, and the bidder has bid more meanwhile.
  if (await isOutbidByPerson(tx, renewalId))
    return (await moveAuthorization(tx, renewalId, 'beginRelease', { failureCode: 'raised' }))?.authorizationId ?? null;
  const marked = await moveAuthorization(tx, oldId, 'beginReplacement');
  const old = marked ?? (await findAuthorization(tx, oldId));
  const isFree = marked !== null || old?.state === 'expired';
  if (!isFree) return (await moveAuthorization(tx, renewalId, 'beginRelease'))?.authorizationId ?? null;

  if (old?.bidId == null) throw new Error(`Authorization ${oldId} was renewed, but backs no bid.`);
  // Another process marked the renewal for release: roll back, so that the old authorization stays in place.
  if (!(await attachBid(tx, renewalId, old.bidId)))
    throw new Error(`Renewal ${renewalId} was changed while it replaced the old hold.`);
  // A lower bid of the same person may have been placed while the hold had lapsed.
  await releaseLower(tx, renewalId);
  await handCardOn(tx, { from: oldId, to: renewalId });
  crashPoint('renew: inside the transaction');
  return marked === null ? null : oldId;
}
