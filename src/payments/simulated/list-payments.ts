import type { Connection } from '../../db/database.ts';
import type { ListedPayment } from '../listed-payment.ts';
import type { Reply } from './perform.ts';
import { providerNow } from './provider-now.ts';

/** Lists the payments that were opened since an instant. A hold whose time is over is `expired`. */
export async function listSimulatedPayments(db: Connection, since: Date): Promise<Reply> {
  const { rows: payments } = await db.query<ListedPayment>(
    `select p.reference, opened.request->>'authorizationId' as "authorizationId", opened.request->>'auctionId' as "auctionId",
       p.account as "sellerId", p.amount_in_cents as "amountInCents",
       case when p.status = 'captured' then p.amount_in_cents else 0 end as "capturedInCents",
       case when p.status = 'failed' then 'refused'
         when p.status = 'authorized' and p.capture_before <= ${providerNow('p.account')} then 'expired'
         else p.status::text end as state
     from simulated_payments p
     left join simulated_answers opened
       on opened.answer->>'reference' = p.reference and opened.request->>'authorizationId' is not null
     where p.created_at >= $1 order by p.created_at`,
    [since],
  );
  return { json: JSON.stringify({ outcome: 'listed', payments }), isRepetition: false, isLost: false };
}
