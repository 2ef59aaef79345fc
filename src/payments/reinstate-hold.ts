import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import type { Claimed } from './claim.ts';
import type { PaymentDeps } from './gateways.ts';
import { handCardOn } from './kept-card.ts';
import { moveAuthorization } from './move-authorization.ts';

/**
 * Undoes the renewal of a hold that was captured at the provider's dashboard: with the renewal the bidder would pay twice. The
 * captured hold backs its bid again, so that settlement finds the bid paid, and the renewal is released.
 *
 * @param captured a `releasing` authorization that the caller has claimed, and whose release found it captured
 * @returns whether it backs its bid again: not without a renewal that does, or once the auction is completed
 */
export async function reinstateHold({ db, log }: PaymentDeps, captured: Claimed): Promise<boolean> {
  const isReinstated = await db.transaction((tx) => exchange(tx, captured));
  if (!isReinstated) return false;
  crashPoint('release: hold reinstated');
  const { authorizationId, bidId, providerReference: reference } = captured;
  log.error(
    { authorizationId, bidId, reference },
    'A hold was captured at its provider while it was renewed; its renewal is released.',
  );
  return true;
}

async function exchange(tx: Connection, { authorizationId, auctionId, attempt }: Claimed): Promise<boolean> {
  // Settlement holds the same row lock, and waits for the release of a hold that was renewed: it has not asked for the renewal.
  const { rows: open } = await tx.query(
    `select from auctions where auction_id = $1 and status <> 'completed' for no key update`,
    [auctionId],
  );
  const { rows: renewals } = await tx.query<{ renewalId: string }>(
    `select authorization_id as "renewalId" from authorizations
     where replaces_authorization_id = $1 and state = 'authorized' and bid_id is not null`,
    [authorizationId],
  );
  const [renewal] = renewals;
  if (open.length === 0 || renewal === undefined) return false;
  await moveAuthorization(tx, renewal.renewalId, 'beginReplacement');
  // Another process has released the hold: roll back, so that the renewal stays in place.
  if ((await moveAuthorization(tx, authorizationId, 'reinstate', { attempt })) === null)
    throw new Error(`Authorization ${authorizationId} was changed while it was reinstated.`);
  // It is not renewed again.
  await tx.query('update authorizations set next_attempt_at = null, waiting_since = null where authorization_id = $1', [
    authorizationId,
  ]);
  await handCardOn(tx, { from: renewal.renewalId, to: authorizationId });
  return true;
}
