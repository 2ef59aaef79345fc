import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import type { Database } from '../db/database.ts';
import type { AuthorizationState, PaymentProvider } from '../db/generated/client.ts';
import { clockOffset } from '../db/seller-clock.ts';

/** Why a settlement needs somebody to look. */
export const attentionKinds = ['settlement_open', 'not_released', 'hold_will_lapse'] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** One thing about one auction's money that is not as it should be. */
export interface Attention {
  kind: AttentionKind;
  /** Since when it has been so: the auction's end, its completion, or when the money was held. */
  since: Date;
  auctionId: string;
  auctionTitle: string;
  sellerId: string;
  sellerName: string;
  /** The money that it is about; `null`: the settlement waits for none in particular. */
  authorizationId: string | null;
  bidId: string | null;
  valueInCents: number | null;
  state: AuthorizationState | null;
  provider: PaymentProvider | null;
  providerReference: string | null;
  captureBefore: Date | null;
  nextAttemptAt: Date | null;
  /** What the provider said last, where it said something. */
  lastReason: string | null;
}

/** A settlement takes seconds, unless a payment provider is away. */
const settledWithin = `interval '5 minutes'`;

/** The same hour after which the log and the metrics tell of it. */
const releasedWithin = `interval '1 hour'`;

const sellerNow = `statement_timestamp() + ${clockOffset}`;

const isOpen = `status <> 'completed' and first_bid_attempt_at is not null and bidding_period_ends_at`;

// Each row that is looked up is looked up by itself: `offset 0` keeps PostgreSQL from making a join of it, which might be
// planned to read the whole table.
const openSettlements = `
  (select auction_id, bidding_period_ends_at as since from auctions
   where ${isOpen} < statement_timestamp() - ${settledWithin}
   order by bidding_period_ends_at limit $1::bigint + $2::bigint)
  union
  select ahead.auction_id, ahead.bidding_period_ends_at from sellers, lateral (
    select auction_id, bidding_period_ends_at from auctions
    where auctions.seller_id = sellers.seller_id and ${isOpen} < ${sellerNow} - ${settledWithin} offset 0
  ) ahead
  where clock_offset_ms > 0`;

const openMoney = `
  authorizations z, lateral (select * from auctions where auctions.auction_id = z.auction_id offset 0) a
  join sellers on sellers.seller_id = a.seller_id
  where z.closed_at is null`;

const found = `
  select 'settlement_open' as kind, open.since, open.auction_id, z.authorization_id
  from (${openSettlements}) open left join lateral (
    select authorization_id from authorizations
    where authorizations.auction_id = open.auction_id and state = 'capturing' offset 0
  ) z on true
  union all
  select 'not_released', a.completed_at, a.auction_id, z.authorization_id
  from ${openMoney} and a.completed_at < ${sellerNow} - ${releasedWithin}
  union all
  select 'hold_will_lapse', coalesce(z.authorized_at, z.created_at), a.auction_id, z.authorization_id
  from ${openMoney} and z.state = 'authorized' and z.bid_id is not null and a.status <> 'completed'
    and z.capture_before < a.bidding_period_ends_at
    and (z.next_attempt_at is null or z.capture_before < ${sellerNow} + interval '1 hour')`;

/**
 * Settlements that need attention, the longest-standing first: open longer than expected, money not released, holds that
 * will lapse before the end of their auction.
 *
 * @param input `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAttention({ db }: { db: Pick<Database, 'pool'> }, input: unknown): Promise<Page<Attention>> {
  const { limit, offset } = checkInput(pageInput, input);
  const { rows } = await db.pool.query<Attention>(
    `select found.kind, found.since, a.auction_id as "auctionId", a.title as "auctionTitle", a.seller_id as "sellerId",
       sellers.name as "sellerName", z.authorization_id as "authorizationId", z.bid_id as "bidId",
       z.value_in_cents as "valueInCents", z.state, z.provider, z.provider_reference as "providerReference",
       z.capture_before as "captureBefore", z.next_attempt_at as "nextAttemptAt",
       coalesce(z.failure_code, said.reason) as "lastReason"
     from (select * from (${found}) found order by since, auction_id, authorization_id limit $1 offset $2) found
     cross join lateral (select * from auctions where auctions.auction_id = found.auction_id offset 0) a
     join sellers on sellers.seller_id = a.seller_id
     left join authorizations z on z.authorization_id = found.authorization_id
     left join lateral (
       select reason from capture_attempts c where c.authorization_id = z.authorization_id
       order by attempt desc limit 1
     ) said on true
     order by found.since, a.auction_id, z.authorization_id`,
    [limit + 1, offset],
  );
  return pageOf(rows, limit);
}
