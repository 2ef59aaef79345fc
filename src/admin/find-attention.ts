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

/** By the index of ends; of sellers whose clock is ahead, one at a time. */
const openSettlements = `
  select a.auction_id, a.bidding_period_ends_at as since from auctions a
  where a.status <> 'completed' and a.first_bid_attempt_at is not null
    and a.bidding_period_ends_at < statement_timestamp() - ${settledWithin}
  union
  select a.auction_id, a.bidding_period_ends_at from sellers join auctions a using (seller_id)
  where clock_offset_ms > 0 and a.status <> 'completed' and a.first_bid_attempt_at is not null
    and a.bidding_period_ends_at < ${sellerNow} - ${settledWithin}`;

const found = `
  select 'settlement_open' as kind, open.since, open.auction_id, z.authorization_id
  from (${openSettlements}) open left join authorizations z on z.auction_id = open.auction_id and z.state = 'capturing'
  union all
  select 'not_released', a.completed_at, a.auction_id, z.authorization_id
  from authorizations z join auctions a using (auction_id) join sellers on sellers.seller_id = a.seller_id
  where z.closed_at is null and a.completed_at < ${sellerNow} - ${releasedWithin}
  union all
  select 'hold_will_lapse', coalesce(z.authorized_at, z.created_at), a.auction_id, z.authorization_id
  from authorizations z join auctions a using (auction_id) join sellers on sellers.seller_id = a.seller_id
  where z.closed_at is null and z.state = 'authorized' and z.bid_id is not null and a.status <> 'completed'
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
     join auctions a on a.auction_id = found.auction_id join sellers on sellers.seller_id = a.seller_id
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

/** What an operator is told of it. */
export function whyAttention({ kind, state, nextAttemptAt }: Attention): string {
  switch (kind) {
    case 'settlement_open':
      return state === null
        ? 'The auction ended more than 5 minutes ago and is not settled: see whether a worker runs.'
        : 'A capture was requested and its outcome is not clear; nobody else is asked until it is. See whether the payment provider answers.';
    case 'not_released':
      return nextAttemptAt === null
        ? 'The auction was completed more than an hour ago, the money is still held, and nothing will be tried: look at the payment at the provider.'
        : 'The auction was completed more than an hour ago and the money is still held; releasing it is being tried again.';
    case 'hold_will_lapse':
      return nextAttemptAt === null
        ? 'The hold lapses before the auction ends and is not renewed: the bank refused, or the bid is ranked too low. Settlement falls back to the next bid.'
        : 'The hold lapses within the hour and before the auction ends; its renewal is being tried.';
  }
}
