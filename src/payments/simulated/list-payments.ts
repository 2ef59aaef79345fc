import type { Connection } from '../../db/database.ts';
import type { ListedPayment } from '../listed-payment.ts';
import { formerAccount } from './forget-payments.ts';
import type { Reply } from './perform.ts';
import { providerNow } from './provider-now.ts';

const pageSize = 1_000;

/**
 * Lists the payments that were opened since an instant, the newest first. A hold whose time is over is `expired`.
 *
 * @param page.after the reference of the last payment of the page before
 */
export async function listSimulatedPayments(
  db: Connection,
  { since, after }: { readonly since: Date; readonly after: string | null },
): Promise<Reply> {
  const { rows } = await db.query<ListedPayment>(
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
  const next = rows.length === pageSize ? rows.at(-1)!.reference : null;
  return { json: JSON.stringify({ outcome: 'listed', payments: rows, next }), isRepetition: false, isLost: false };
}
