import type { QueryConfig } from 'pg';
import { longestExtension, scheduledEnd } from '../../core/soft-close.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Intent } from './authorization.ts';
import { minHoldSeconds } from '../providers/gateway.ts';
import type { KeptCard } from '../providers/observation.ts';

/** A worker looks at each kept card this often, and as soon as its hold has closed. */
export const lookEvery = `interval '1 day'`;

/**
 * Returns the statement that records the provider's names for a kept card. A card that was deleted before its name was known is deleted again.
 *
 * @param holder the authorization that the card was presented for, or a renewal, whose card our books may not know: then its name is
 *   recorded with the replaced authorization, unless the card was handed on already
 */
export function recordKeptCard(
  { authorizationId, replacesAuthorizationId, provider }: Intent,
  { customer, card }: KeptCard,
): QueryConfig {
  return {
    name: 'record-kept-card',
    text: `
      with known as (
        update kept_cards k set customer_reference = $4, card_reference = coalesce($5, k.card_reference), deleted_at = null,
          waiting_since = case when k.deleted_at is null then k.waiting_since else clock_timestamp() end,
          next_attempt_at = case when k.deleted_at is null then k.next_attempt_at else clock_timestamp() end
        where authorization_id in ($1, $2)
        returning authorization_id
      )
      insert into kept_cards (authorization_id, first_authorization_id, provider, customer_reference, card_reference, next_attempt_at)
      select $1, $1, $3, $4, $5, clock_timestamp() + ${lookEvery} where not exists (select from known)
      on conflict (authorization_id) do nothing`,
    values: [replacesAuthorizationId ?? authorizationId, authorizationId, provider, customer, card],
  };
}

/** Reads the kept card of an authorization; `null`: our books do not know it. */
export async function findKeptCard(connection: Connection, authorizationId: string) {
  const { rows } = await connection.query<KeptCard & { readonly card: string }>({
    name: 'find-kept-card',
    text: `
      select customer_reference as customer, card_reference as card from kept_cards
      where authorization_id = $1 and customer_reference is not null and card_reference is not null and deleted_at is null`,
    values: [authorizationId],
  });
  return rows[0] ?? null;
}

/**
 * Marks the kept card of a closed authorization for deletion, as SQL. A customer whose name our books do not know may still be
 * under way: the provider is asked a minute later.
 *
 * @param closed the name of a query of the same `with`: the authorizations that were closed now
 */
export function markingCards(closed: string): string {
  return `
    update kept_cards k set waiting_since = clock_timestamp(), next_attempt_at = clock_timestamp()
      + case when k.customer_reference is null then interval '1 minute' else interval '0' end
    from ${closed} closed where k.authorization_id = closed."authorizationId" and k.deleted_at is null`;
}

/** Hands a kept card on to the renewal that has replaced its hold. */
export async function handCardOn(tx: Connection, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.query({
    name: 'hand-card-on',
    text: `
      update kept_cards set authorization_id = $2, next_attempt_at = clock_timestamp() + ${lookEvery}, waiting_since = null
      where authorization_id = $1 and deleted_at is null`,
    values: [from, to],
  });
}

/** A hold that lapses sooner after the end than this is renewed: see `backing`. */
const marginSeconds = 24 * 3600;

/**
 * SQL that is true if a provider has to keep the cards of bidders for renewals, over a row of `auctions`. Only the longest period decides, as it cannot
 * change while bids are accepted: the page and the payment have to agree.
 */
export const keepsCard = `(${scheduledEnd} - bidding_period_starts_at + ${longestExtension} > interval '${minHoldSeconds - marginSeconds} s')`;

export async function readKeepsCard(connection: Connection, auctionId: string): Promise<boolean> {
  const { rows } = await connection.query<{ keepsCard: boolean }>({
    name: 'keeps-card',
    text: `select ${keepsCard} as "keepsCard" from auctions where auction_id = $1`,
    values: [auctionId],
  });
  return rows[0]?.keepsCard ?? true;
}
