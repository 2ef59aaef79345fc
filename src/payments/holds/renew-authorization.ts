import { crashPoint } from '../../core/crash-point.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import { lockAuction } from '../../platform/db/lock-auction.ts';
import { presentOfSellersRow } from '../../platform/db/seller-clock.ts';
import type { HoldResult } from './apply-observation.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';
import { isPassedOver } from './capture-conditions.ts';
import { firstWait, keepClaim } from './claim.ts';
import { findAuthorization } from './find-authorization.ts';
import { gatewayNamed, type PaymentDeps } from '../providers/gateways.ts';
import type { ListedPayment } from '../providers/gateway.ts';
import type { ProviderName } from '../providers/provider-name.ts';
import { isForAsMuch, releasingLower } from './holds-of-person.ts';
import { findKeptCard, handCardOn, readKeepsCard } from './kept-card.ts';
import { attachBid, moveAuthorization } from './move-authorization.ts';
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
  const answer = await keepClaim(deps, renewal, () => holdTwiceAtMost(() => gateway.holdAgain(request)));
  crashPoint('renew: provider answered');
  const held = await recordHold(deps, renewal, answer, { attempt: renewal.attempt });
  if (held.outcome !== 'authorized') return held;
  crashPoint('renew: hold recorded');
  await swapHold(deps, renewal);
  return held;
}

/** The columns that a renewal copies from the hold that it renews: it is paid into the same account, with the same fee. */
const columnsOfHold =
  'auction_id, seller_id, bidder_id, browser_id, is_signed, email, value_in_cents, provider, payment_account, application_fee_in_cents';

/**
 * Records that the authorization of a bid is about to be renewed. There is at most one renewal at a time.
 *
 * @returns `null` when this authorization no longer backs the bid, another process has claimed it since, or a renewal is
 *   under way
 */
export async function recordRenewal(
  connection: Connection,
  { authorizationId, attempt }: Authorization,
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>(
    `insert into authorizations (${columnsOfHold}, replaces_authorization_id, next_attempt_at, waiting_since)
     select ${columnsOfHold}, authorization_id, clock_timestamp() + ${firstWait}, clock_timestamp()
     from authorizations where authorization_id = $1 and attempt = $2 and state = 'authorized' and bid_id is not null
     on conflict do nothing
     returning ${authorizationColumns}`,
    [authorizationId, attempt],
  );
  return rows[0] ?? null;
}

/**
 * Records a renewal that the provider holds and the books have lost, as in a failover. A worker then reads it, and it takes the place of the hold
 * that its metadata name.
 *
 * @returns whether it was recorded: not if it is no renewal, or its auction is completed, or the hold that it renews backs no bid
 */
export async function adoptRenewal(db: Database, provider: ProviderName, payment: ListedPayment): Promise<boolean> {
  const { authorizationId, auctionId, reference, renews, amountInCents, state } = payment;
  if (renews === null || state !== 'authorized') return false;
  if (!isUuid(authorizationId ?? '') || auctionId === null || !isUuid(auctionId)) return false;
  return await db.transaction(async (tx) => {
    await tx.query(lockAuction(auctionId));
    const { rowCount } = await tx.query(
      `insert into authorizations (authorization_id, provider_reference, ${columnsOfHold}, replaces_authorization_id, next_attempt_at)
       select $1, $2, ${columnsOfHold}, authorization_id, clock_timestamp()
       from authorizations held
       where provider = $3 and provider_reference = $4 and auction_id = $5 and value_in_cents = $6 and bid_id is not null
         and state in ('authorized', 'expired')
         and exists (select from auctions where auctions.auction_id = held.auction_id and status <> 'completed')
       on conflict do nothing`,
      [authorizationId, reference, provider, renews, auctionId, amountInCents],
    );
    return rowCount === 1;
  });
}

/**
 * Makes an authorized renewal back the bid in place of the authorization that it renews, and releases the one that is no
 * longer needed: the old one, or the renewal itself if settlement has meanwhile begun to capture the old one.
 */
export async function swapHold(
  deps: PaymentDeps,
  renewal: Pick<Authorization, 'authorizationId' | 'auctionId'>,
): Promise<void> {
  const released = await deps.db.transaction((tx) => exchange(tx, renewal));
  crashPoint('renew: hold swapped');
  if (released !== null) await releaseAuthorization(deps, released);
}

/** Reads a renewal under the lock of its auction, and whether it has become needless meanwhile; `undefined`: it is no renewal. */
async function readRenewal(tx: Connection, renewalId: string) {
  const { rows } = await tx.query<
    Authorization & { replacesAuthorizationId: string; isOver: boolean | null; isRaised: boolean }
  >({
    name: 'read-renewal',
    text: `
      select ${authorizationColumns}, meanwhile.* from authorizations renewal, lateral (
        select status = 'completed' or purchase_bid_id <> old.bid_id or ${isPassedOver('renewal.auction_id', 'old.bid_id')} as "isOver", exists (
          select from authorizations held
          where ${isForAsMuch('renewal', presentOfSellersRow)} and held.authorization_id <> old.authorization_id offset 0) as "isRaised"
        from authorizations old join auctions using (auction_id) join sellers on sellers.seller_id = auctions.seller_id
        where old.authorization_id = renewal.replaces_authorization_id) meanwhile
      where renewal.authorization_id = $1`,
    values: [renewalId],
  });
  return rows[0];
}

/** @returns the id of the authorization that was marked as to be released, `null` when there is none */
async function exchange(
  tx: Connection,
  { authorizationId: renewalId, auctionId }: Pick<Authorization, 'authorizationId' | 'auctionId'>,
): Promise<string | null> {
  // Settlement and cancellation hold the same row lock, so this transaction sees every row that they mark for release.
  await tx.query(lockAuction(auctionId));
  const renewal = await readRenewal(tx, renewalId);
  if (renewal?.state !== 'authorized' || renewal.bidId !== null) return null;
  const giveUp = async (facts: { failureCode?: 'raised' } = {}) =>
    (await moveAuthorization(tx, renewalId, 'beginRelease', facts))?.authorizationId ?? null;
  // The auction was completed while this renewal was under way: nothing else would ever capture or release the renewal. Or the hold had lapsed
  // before, and somebody has bought the item, or settlement has begun to ask a lower bid.
  if (renewal.isOver === true) return await giveUp();
  // The hold had lapsed before it was renewed, and the bidder has bid more meanwhile.
  if (renewal.isRaised) return await giveUp({ failureCode: 'raised' });
  const oldId = renewal.replacesAuthorizationId;
  const marked = await moveAuthorization(tx, oldId, 'beginReplacement');
  const old = marked ?? (await findAuthorization(tx, oldId));
  if (marked === null && old?.state !== 'expired') return await giveUp();

  if (old?.bidId == null) throw new Error(`Authorization ${oldId} was renewed, but backs no bid.`);
  // Another process marked the renewal for release: roll back, so that the old authorization stays in place.
  if (!(await attachBid(tx, renewalId, old.bidId)))
    throw new Error(`Renewal ${renewalId} was changed while it replaced the old hold.`);
  // A lower bid of the same person may have been placed while the hold had lapsed.
  await tx.query({
    name: 'release-lower',
    text: releasingLower('(select * from authorizations where authorization_id = $1)'),
    values: [renewalId],
  });
  await handCardOn(tx, { from: oldId, to: renewalId });
  crashPoint('renew: inside the transaction');
  return marked === null ? null : oldId;
}
