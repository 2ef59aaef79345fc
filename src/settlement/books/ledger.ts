import type { Connection } from '../../platform/db/database.ts';
import { capturedInCents, feeInCents, isCaptured, isKept } from '../../payments/holds/captured-money.ts';
import { isCapturedOutside } from '../../payments/holds/capture-conditions.ts';
import type { FailureCode } from '../../payments/providers/failure-code.ts';
import { returningStates, takingStates } from '../reversals/record-reversals.ts';

/** The kinds of movements in the ledger, in the order in which those of one instant are listed. */
const ledgerKinds = [
  'authorized',
  'captured',
  'application_fee',
  'released',
  'expired',
  'failed',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
] as const;

export type LedgerKind = (typeof ledgerKinds)[number];

/** A movement of money of an auction. */
export interface LedgerEntry {
  readonly at: Date;
  readonly kind: LedgerKind;
  /** Whole US cents, above zero: the kind says which way the money went. */
  readonly amountInCents: number;
  /** The provider's name for the payment, refund or dispute. */
  readonly providerReference: string | null;
  /** The bid that the hold backs; `null` for a refund or dispute, and for a hold that never backed a bid. */
  readonly bidId: string | null;
  /** Why a hold ended without a capture; `null` if the auction simply needed it no longer. */
  readonly reason: FailureCode | 'captured_in_part' | null;
}

/** Reads the movements of these auctions, each in the order in which they happened. */
export async function findLedgers(connection: Connection, auctionIds: readonly string[]): Promise<LedgerEntry[][]> {
  const { rows } = await connection.query<LedgerEntry & { auctionId: string }>({
    name: 'find-ledgers',
    text: `
      select auction_id as "auctionId", at, kind, amount as "amountInCents", provider_reference as "providerReference",
        bid_id as "bidId", reason
      from (${movements('auction_id = any($1::uuid[])')}) moved
      order by at, array_position('{${ledgerKinds.join()}}'::text[], kind), provider_reference`,
    values: [auctionIds],
  });
  const entriesOf = Map.groupBy(rows, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => entriesOf.get(auctionId) ?? []);
}

export type Balance = ReturnType<typeof balanceOf>;

/** Sums up an auction's movements, in whole US cents. */
export function balanceOf(entries: readonly Pick<LedgerEntry, 'kind' | 'amountInCents'>[]) {
  const sum = (kind: LedgerKind) =>
    entries.reduce((total, entry) => total + (entry.kind === kind ? entry.amountInCents : 0), 0);
  const authorizedInCents = sum('authorized');
  const ends = {
    capturedInCents: sum('captured'),
    releasedInCents: sum('released'),
    expiredInCents: sum('expired'),
    failedInCents: sum('failed'),
  };
  const refundedInCents = sum('refunded') - sum('refund_failed');
  const disputedInCents = sum('disputed') - sum('dispute_won');
  return {
    authorizedInCents,
    ...ends,
    refundedInCents,
    disputedInCents,
    /** Captured, less refunded, less disputed. */
    keptInCents: ends.capturedInCents - refundedInCents - disputedInCents,
    /** The part of the operator in the captured money, which refunds and disputes leave as it is. */
    applicationFeeInCents: sum('application_fee'),
    /** Authorized and not closed yet; 0 at rest. */
    heldInCents: authorizedInCents - Object.values(ends).reduce((total, cents) => total + cents, 0),
  };
}

// Earlier versions recorded no instant.
const capturedAt = 'coalesce(captured_at, closed_at)';

/**
 * Selects the movements of money of auctions from our books, as SQL: each hold, each end of a hold, each refund and dispute,
 * and money that came back. `amount` is positive; `kind` says which way the money went. A payment that never held money
 * has no movement. `reason` says why a hold ended without a capture, or is `captured_in_part` of the rest of a hold. The operator's fee is a part of the captured money, and no
 * part of the sums that balance.
 *
 * @param auctions SQL that restricts `auction_id`
 */
export function movements(auctions: string): string {
  const came = `state in (${returningStates.map((state) => `'${state}'`).join()})`;
  return `
    select auction_id, authorization_id, bid_id, authorized_at as at, 'authorized' as kind, value_in_cents as amount,
      provider_reference, null as reason
    from authorizations where ${auctions} and authorized_at is not null
    union all
    select auction_id, authorization_id, bid_id, closed_at, state::text, value_in_cents, provider_reference, failure_code
    from authorizations a where ${auctions} and authorized_at is not null and closed_at is not null and not ${isCaptured('a')}
    union all
    select auction_id, authorization_id, bid_id, ${capturedAt}, 'captured', ${capturedInCents('a')}, provider_reference, failure_code
    from authorizations a where ${auctions} and ${isCaptured('a')}
    union all
    select auction_id, authorization_id, bid_id, ${capturedAt}, 'released', value_in_cents - captured_in_cents, provider_reference, 'captured_in_part'
    from authorizations a where ${auctions} and ${isCaptured('a')} and captured_in_cents < value_in_cents
    union all
    select auction_id, authorization_id, bid_id, ${capturedAt}, 'application_fee', ${feeInCents('a')}, provider_reference, null
    from authorizations a where ${auctions} and ${isCaptured('a')} and application_fee_in_cents > 0
    union all
    select auction_id, authorization_id, null, taken_at, case kind when 'refund' then 'refunded' else 'disputed' end,
      amount_in_cents, provider_reference, null
    from reversals where ${auctions} and taken_at is not null
    union all
    select auction_id, authorization_id, null, returned_at, case kind when 'refund' then 'refund_failed' else 'dispute_won' end,
      amount_in_cents, provider_reference, null
    from reversals where ${auctions} and ${came} and returned_at is not null`;
}

/**
 * Finds those of these auctions whose books do not balance at rest: completed, and no hold is open. Every authorized cent has
 * to be captured, released, expired or failed; and the money that refunds and disputes have moved has to be that of
 * their present states.
 */
export async function findUnbalanced(connection: Connection, auctionIds: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>({
    name: 'find-unbalanced-books',
    text: `
      -- Each auction by itself (offset 0): a join planned while few auctions were completed reads all movements for each of them.
      select id as "auctionId" from unnest($1::uuid[]) id, lateral (
        select coalesce(sum(amount) filter (where kind = 'authorized'), 0) as authorized,
          coalesce(sum(amount) filter (where kind in ('captured', 'released', 'expired', 'failed')), 0) as ended,
          coalesce(sum(amount) filter (where kind in ('refunded', 'disputed')), 0)
            - coalesce(sum(amount) filter (where kind in ('refund_failed', 'dispute_won')), 0) as reversed
        from (${movements('auction_id = id')}) m
      ) moved, lateral (
        select coalesce(sum(amount_in_cents), 0) as amount from reversals r
        where r.auction_id = id and r.state in (${takingStates.map((state) => `'${state}'`).join()})
      ) taken
      where exists (select from auctions where auctions.auction_id = id and status = 'completed' offset 0)
        and not exists (select from authorizations a where a.auction_id = id and a.closed_at is null offset 0)
        and (authorized <> ended or reversed <> taken.amount)`,
    values: [auctionIds],
  });
  return rows.map(({ auctionId }) => auctionId);
}

/** Finds the auctions with captured money that were created last. */
export async function findLatestCaptured(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from authorizations where state = 'captured' order by auction_id desc limit ${limit}`,
  );
  return rows.map(({ auctionId }) => auctionId);
}

/**
 * Finds auctions of which two bidders have paid, and neither has the money back. One of the payments was captured at the provider: an index
 * allows the service one capture for each auction.
 */
export async function findPaidTwice(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>(
    `select distinct auction_id as "auctionId" from authorizations c
     where ${isCapturedOutside('c')} and exists (
       select from authorizations other
       where other.auction_id = c.auction_id and other.authorization_id <> c.authorization_id and ${isKept('other')} offset 0)
     limit ${limit}`,
  );
  return rows.map(({ auctionId }) => auctionId);
}
