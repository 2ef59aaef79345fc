import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { attachBid } from './attach-bid.ts';
import { findAuthorization } from './find-authorization.ts';
import type { PaymentDeps } from './gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { releaseAuthorization } from './release-authorization.ts';

/**
 * Lets a renewal that stands back the bid in place of the authorization it renews, and releases the one that is no
 * longer needed: the old one, or the renewal itself if the old one has meanwhile been taken for settlement.
 */
export async function takeOver(deps: PaymentDeps, renewalId: string): Promise<void> {
  const released = await inTransaction(deps.db, (tx) => exchange(tx, renewalId));
  crashPoint('renew: taken over');
  if (released !== null) await releaseAuthorization(deps, released);
}

/** @returns the id of the authorization that was marked as to be released, `null` when there is none */
async function exchange(tx: Connection, renewalId: string): Promise<string | null> {
  // Under the auction's row lock, as settlement and cancellation are: what they mark for release is seen here.
  await tx.query(
    `select from auctions where auction_id = (select auction_id from authorizations where authorization_id = $1)
     for no key update`,
    [renewalId],
  );
  const renewal = await findAuthorization(tx, renewalId);
  if (renewal?.replacesAuthorizationId == null || renewal.state !== 'authorized' || renewal.bidId !== null) return null;
  const oldId = renewal.replacesAuthorizationId;
  const marked = await moveAuthorization(tx, oldId, 'beginRelease');
  const old = marked ?? (await findAuthorization(tx, oldId));
  const isFree = marked !== null || old?.state === 'expired';
  if (!isFree) return (await moveAuthorization(tx, renewalId, 'beginRelease'))?.authorizationId ?? null;

  if (old?.bidId == null) throw new Error(`Authorization ${oldId} was renewed, but backs no bid.`);
  // Somebody marked the renewal as to be released: roll back, so that the old one stands.
  if (!(await attachBid(tx, renewalId, old.bidId)))
    throw new Error(`Renewal ${renewalId} was taken away while it took over.`);
  crashPoint('renew: inside the transaction');
  return marked === null ? null : oldId;
}
