import type { Connection } from '../db/database.ts';
import type { ReversalKind, ReversalState } from '../db/generated/client.ts';
import { paymentTotals } from './payment-totals.ts';

/** The captured money of an auction, and what became of it. Whole US cents. */
export interface AuctionPayment {
  readonly capturedInCents: number;
  readonly refundedInCents: number;
  readonly disputedInCents: number;
  readonly netInCents: number;
  readonly applicationFeeInCents: number;
  readonly reversals: readonly ReversalRow[];
}

export interface ReversalRow {
  readonly kind: ReversalKind;
  readonly state: ReversalState;
  readonly amountInCents: number;
  readonly providerReference: string;
  readonly madeAt: Date;
  readonly changedAt: Date;
}

/** @returns `null` for an auction of which nothing is captured */
export async function findPayments(
  connection: Connection,
  auctionIds: readonly string[],
): Promise<(AuctionPayment | null)[]> {
  const [{ rows: totals }, { rows: reversals }] = await Promise.all([
    connection.query<Omit<AuctionPayment, 'reversals'> & { auctionId: string }>({
      name: 'find-payments',
      text: `
        select payment_of as "auctionId", sum(captured)::int as "capturedInCents", sum(refunded)::int as "refundedInCents",
          sum(disputed)::int as "disputedInCents", sum(net)::int as "netInCents", sum(fee)::int as "applicationFeeInCents"
        from (${paymentTotals('a.auction_id = any($1::uuid[])')}) totals group by payment_of`,
      values: [auctionIds],
    }),
    connection.query<ReversalRow & { auctionId: string }>({
      name: 'find-reversals',
      text: `
        select auction_id as "auctionId", kind, state, amount_in_cents as "amountInCents",
          provider_reference as "providerReference", made_at as "madeAt", changed_at as "changedAt"
        from reversals where auction_id = any($1::uuid[]) order by made_at, provider_reference`,
      values: [auctionIds],
    }),
  ]);
  const totalsOf = new Map(totals.map((row) => [row.auctionId, row]));
  const reversalsOf = Map.groupBy(reversals, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => {
    const payment = totalsOf.get(auctionId);
    return payment === undefined ? null : { ...payment, reversals: reversalsOf.get(auctionId) ?? [] };
  });
}
