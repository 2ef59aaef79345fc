import type { Connection } from '../../db/database.ts';
import type { Payment } from './payment.ts';

/** A payment as the provider's dashboard shows it, with what our books say of it. */
export interface DashboardPayment extends Pick<Payment, 'reference' | 'amountInCents' | 'status' | 'card' | 'email'> {
  readonly authorizationId: string;
  readonly captureBefore: Date | null;
  /** The state in our books. */
  readonly ours: string;
  /** `false`: our books do not know the payment's reference. */
  readonly isKnown: boolean;
  /** For example `refund of 500: succeeded`. */
  readonly reversals: readonly string[];
}

/** Finds the payments of an auction at the simulated provider, the highest first. */
export async function findAuctionPayments(
  db: Connection,
  auctionId: string,
  limit: number,
): Promise<DashboardPayment[]> {
  // The provider finds a payment by the idempotency key that opened it, so that payments our books do not know are shown, too.
  const { rows } = await db.query<DashboardPayment>(
    `select p.reference, p.amount_in_cents as "amountInCents", p.status, p.card, p.email, p.capture_before as "captureBefore",
       a.authorization_id as "authorizationId", a.state as ours, a.provider_reference is not null as "isKnown",
       array(select kind || ' of ' || r.amount_in_cents || ': ' || r.state from simulated_reversals r
         where r.reference = p.reference order by made_at, reversal_reference) as reversals
     from authorizations a
       join simulated_answers on idempotency_key = 'open:' || a.authorization_id
       join simulated_payments p on p.reference = answer->>'reference'
     where a.auction_id = $1
     order by p.amount_in_cents desc, p.created_at, p.reference limit $2`,
    [auctionId, limit],
  );
  return rows;
}
