import { isUuid } from '../core/uuid.ts';
import type { Database } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import type { ListedPayment } from '../providers/gateway.ts';
import type { ProviderName } from '../providers/provider-name.ts';

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
      `insert into authorizations
         (authorization_id, provider_reference, auction_id, seller_id, bidder_id, browser_id, is_signed, email, value_in_cents, provider,
          payment_account, application_fee_in_cents, replaces_authorization_id, next_attempt_at)
       select $1, $2, auction_id, seller_id, bidder_id, browser_id, is_signed, email, value_in_cents, provider, payment_account,
         application_fee_in_cents, authorization_id, clock_timestamp()
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
