import type { Connection } from '../../db/database.ts';
import type { Identified, ListAnswer, ListedPayment, ListRequest, Reversal, ReversalsAnswer } from '../gateway.ts';
import type { Observed } from '../observation.ts';
import type { ProviderEvent } from '../provider-event.ts';
import { formerAccount } from './forget.ts';
import type { Payment } from './decide.ts';
import { providerNow } from './provider-clock.ts';

export async function findPayment(db: Connection, authorizationId: string): Promise<Observed> {
  const { rows } = await db.query<{ reference: string }>(
    `select answer->>'reference' as reference from simulated_answers where idempotency_key = $1 and request->>'authorizationId' = $2`,
    [`open:${authorizationId}`, authorizationId],
  );
  const reference = rows[0]?.reference ?? null;
  return { outcome: reference === null ? 'none' : 'opened', reference };
}

export async function identifyPayment(db: Connection, reference: string): Promise<Identified> {
  const { rows } = await db.query<Omit<Extract<Identified, { outcome: 'found' }>, 'outcome'>>({
    name: 'simulated-identify',
    text: `
      select opened.request->>'authorizationId' as "authorizationId", p.amount_in_cents as "amountInCents", p.payee as account
      from simulated_payments p
      left join simulated_answers opened
        on opened.answer->>'reference' = p.reference and opened.request->>'authorizationId' is not null
      where p.reference = $1`,
    values: [reference],
  });
  return rows[0] === undefined ? { outcome: 'none' } : { outcome: 'found', ...rows[0] };
}

const pageSize = 1_000;

/** Lists the payments that were opened since an instant, the newest first. A hold whose time is over is `expired`. */
export async function listSimulatedPayments(db: Connection, { since, after }: ListRequest): Promise<ListAnswer> {
  const { rows: payments } = await db.query<ListedPayment>(
    `with listed as (
       select * from simulated_payments p
       where p.created_at >= $1 and not starts_with(p.account, $4) and ($2::text is null or (p.created_at, p.reference) < (
         select last.created_at, last.reference from simulated_payments last where last.reference = $2))
       order by p.created_at desc, p.reference desc limit $3
     )
     select p.reference, opened.request->>'authorizationId' as "authorizationId", opened.request->>'auctionId' as "auctionId",
       p.account as "sellerId", p.renews, p.amount_in_cents as "amountInCents",
       case when p.status = 'captured' then coalesce(p.captured_in_cents, p.amount_in_cents) else 0 end as "capturedInCents",
       case when p.status = 'failed' then 'refused'
         when p.status = 'authorized' and p.capture_before <= ${providerNow('p.account')} then 'expired'
         else p.status::text end as state,
       exists (select from simulated_reversals r where r.reference = p.reference and r.kind <> 'fraud_warning') as "isReversed"
     from listed p
     left join simulated_answers opened
       on opened.answer->>'reference' = p.reference and opened.request->>'authorizationId' is not null
     order by p.created_at desc, p.reference desc`,
    [since, after, pageSize, formerAccount],
  );
  return { outcome: 'listed', payments, next: payments.length === pageSize ? payments.at(-1)!.reference : null };
}

/** A payment as the provider's dashboard shows it, with what our books say of it. */
export interface DashboardPayment extends Pick<Payment, 'reference' | 'amountInCents' | 'status' | 'card'> {
  readonly email: string;
  readonly captureBefore: Date | null;
  /** The state in our books. */
  readonly ours: string;
  /** `false`: our books do not know the payment's reference. */
  readonly isKnown: boolean;
  /** For example `refund of 500: succeeded`. */
  readonly reversals: readonly string[];
}

/** Finds the payments of an auction at the simulated provider, the highest first. */
export async function findAuctionPayments(db: Connection, auctionId: string, limit: number) {
  // The provider finds a payment by the idempotency key that opened it, so that payments our books do not know are shown, too.
  const { rows } = await db.query<DashboardPayment>(
    `select p.reference, p.amount_in_cents as "amountInCents", p.status, p.card, p.email, p.capture_before as "captureBefore",
       a.state as ours, a.provider_reference is not null as "isKnown",
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

/**
 * Finds the events of an auction's payments, the oldest first: each movement of money, each refusal, each refund and
 * dispute. The simulated provider keeps them, so that each can be sent late, again, and in any order.
 */
export async function findSimulatedEvents(db: Connection, auctionId: string): Promise<ProviderEvent[]> {
  const { rows } = await db.query<ProviderEvent>(
    `with opened as (
       select p.reference, p.status, p.created_at, a.authorization_id
       from authorizations a
         join simulated_answers on idempotency_key = 'open:' || a.authorization_id
         join simulated_payments p on p.reference = answer->>'reference'
       where a.auction_id = $1
     ), happened as (
       select l.at, entry_id, effect::text as effect, reference, authorization_id from simulated_ledger l join opened using (reference)
       union all
       select created_at, 0, 'failed', reference, authorization_id from opened where status = 'failed'
       union all
       select made_at, 0, 'reversed', reference, authorization_id from simulated_reversals join opened using (reference)
     )
     select effect as kind, reference, authorization_id as "authorizationId" from happened order by at, entry_id`,
    [auctionId],
  );
  return rows;
}

export async function findSimulatedReversals(db: Connection, reference: string): Promise<ReversalsAnswer> {
  const { rows: reversals } = await db.query<Reversal>(
    `select reversal_reference as reference, kind, state, amount_in_cents as "amountInCents", made_at as "madeAt",
       refund_id as "refundId"
     from simulated_reversals where reference = $1 order by made_at, reversal_reference`,
    [reference],
  );
  return { outcome: 'found', reversals };
}
