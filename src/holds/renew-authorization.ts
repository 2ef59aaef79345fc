import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import type { HoldResult } from './apply-observation.ts';
import { attachBid } from './attach-bid.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';
import { firstWait } from './claim.ts';
import { findAuthorization } from './find-authorization.ts';
import { gatewayNamed, type PaymentDeps } from '../providers/gateways.ts';
import { isOutbidByPerson, releaseLower } from './holds-of-person.ts';
import { findKeptCard, handCardOn, readKeepsCard } from './kept-card.ts';
import { moveAuthorization } from './move-authorization.ts';
import { openRequest } from './open-request.ts';
import { releaseAuthorization } from './release-authorization.ts';
import { holdTwiceAtMost, recordHold } from './request-hold.ts';

/**
 * Places a new hold for a bid, without the bidder, before the present hold lapses. The old hold is released only
 * after the new one is authorized; if the new one is refused, the old one stays.
 *
 * @returns `null` when there was nothing to renew, or a renewal is under way. `refused` with `needs_bidder`: the bank
 *   requires the bidder's confirmation.
 */
export async function renewAuthorization(deps: PaymentDeps, present: Authorization): Promise<HoldResult | null> {
  const { db, gateways } = deps;
  if (present.providerReference === null) throw new Error(`Authorization ${present.authorizationId} was never opened.`);
  const renewal = await recordRenewal(db, present);
  if (renewal === null) return null;
  crashPoint('renew: intent recorded');

  const request = {
    ...openRequest(renewal, {
      renews: present.providerReference,
      keepsCard: await readKeepsCard(db, renewal.auctionId),
    }),
    keptCard: await findKeptCard(db, present.authorizationId),
  };
  const gateway = gatewayNamed(gateways, renewal.provider);
  const answer = await holdTwiceAtMost(() => gateway.holdAgain(request));
  crashPoint('renew: provider answered');
  const held = await recordHold(deps, renewal, answer, { attempt: renewal.attempt });
  if (held.outcome !== 'authorized') return held;
  crashPoint('renew: hold recorded');
  await swapHold(deps, renewal.authorizationId);
  return held;
}

/**
 * Records that the authorization of a bid is about to be renewed. There is at most one renewal at a time. It is paid into the
 * same account as the bid's first hold, with the same fee.
 *
 * @returns `null` when this authorization no longer backs the bid, another process has claimed it since, or a renewal is
 *   under way
 */
export async function recordRenewal(
  connection: Connection,
  { authorizationId, attempt }: Authorization,
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>(
    `insert into authorizations
       (auction_id, seller_id, bidder_id, browser_id, is_signed, email, value_in_cents, provider, payment_account,
        application_fee_in_cents, replaces_authorization_id, next_attempt_at, waiting_since)
     select auction_id, seller_id, bidder_id, browser_id, is_signed, email, value_in_cents, provider, payment_account,
       application_fee_in_cents, authorization_id, clock_timestamp() + ${firstWait}, clock_timestamp()
     from authorizations where authorization_id = $1 and attempt = $2 and state = 'authorized' and bid_id is not null
     on conflict do nothing
     returning ${authorizationColumns}`,
    [authorizationId, attempt],
  );
  return rows[0] ?? null;
}

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
  await tx.query(releaseLower(renewalId));
  await handCardOn(tx, { from: oldId, to: renewalId });
  crashPoint('renew: inside the transaction');
  return marked === null ? null : oldId;
}
