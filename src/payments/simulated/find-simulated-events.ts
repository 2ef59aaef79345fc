import type { Connection } from '../../db/database.ts';
import type { ProviderEvent } from '../provider-event.ts';

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
