import type { Connection } from '../../../platform/db/database.ts';
import type { Identified, ListAnswer, ListedPayment, ListRequest, Reversal, ReversalsAnswer } from '../gateway.ts';
import type { Observed } from '../observation.ts';
import { providerNow } from './provider-clock.ts';

export async function findPayment(db: Connection, authorizationId: string): Promise<Observed> {
  const { rows } = await db.query<{ reference: string }>(
    `select reference from simulated_payments where idempotency_key = $1 and request->>'authorizationId' = $2`,
    [`open:${authorizationId}`, authorizationId],
  );
  const reference = rows[0]?.reference ?? null;
  return { outcome: reference === null ? 'none' : 'opened', reference };
}

export async function identifyPayment(db: Connection, reference: string): Promise<Identified> {
  const { rows } = await db.query<Omit<Extract<Identified, { outcome: 'found' }>, 'outcome'>>({
    name: 'simulated-identify',
    text: `
      select request->>'authorizationId' as "authorizationId", amount_in_cents as "amountInCents", payee as account
      from simulated_payments where reference = $1`,
    values: [reference],
  });
  return rows[0] === undefined ? { outcome: 'none' } : { outcome: 'found', ...rows[0] };
}

const pageSize = 1_000;

/** Lists the payments that were opened since an instant, the newest first. A hold whose time is over is `expired`. */
export async function listSimulatedPayments(db: Connection, { since, after }: ListRequest): Promise<ListAnswer> {
  const { rows: payments } = await db.query<ListedPayment>(
    `select p.reference, p.request->>'authorizationId' as "authorizationId", p.request->>'auctionId' as "auctionId",
       p.account as "sellerId", p.renews, p.amount_in_cents as "amountInCents",
       case when p.status = 'captured' then coalesce(p.captured_in_cents, p.amount_in_cents) else 0 end as "capturedInCents",
       case when p.status = 'failed' then 'refused'
         when p.status = 'authorized' and p.capture_before <= ${providerNow('p.account')} then 'expired'
         else p.status::text end as state,
       exists (select from simulated_reversals r where r.reference = p.reference and r.kind <> 'fraud_warning') as "isReversed"
     from simulated_payments p
     where p.created_at >= $1 and ($2::text is null or (p.created_at, p.reference) < (
       select last.created_at, last.reference from simulated_payments last where last.reference = $2))
     order by p.created_at desc, p.reference desc limit $3`,
    [since, after, pageSize],
  );
  return { outcome: 'listed', payments, next: payments.length === pageSize ? payments.at(-1)!.reference : null };
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
