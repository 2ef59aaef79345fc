import type { Connection, Database } from '../../src/platform/db/database.ts';
import type { ProviderEvent } from '../../src/payments/providers/provider-event.ts';
import {
  answerOfPayment,
  decideNothing,
  type Payment,
  type Step,
} from '../../src/payments/providers/simulated/decide.ts';
import { makePerform } from '../../src/payments/providers/simulated/perform.ts';

/** The changes that a person can make to a hold at the provider's dashboard, and the lapse of a hold before its time. */
const statusAfter = { capture: 'captured', cancel: 'released', lapse: 'expired' } as const;

export type HoldChange = keyof typeof statusAfter;

/**
 * Changes a hold without a request of the service. A payment that holds nothing, or less than is to be captured, stays as it is.
 *
 * @param amountInCents of a capture; `null`: the whole amount. The rest is released
 */
function decideByHand(payment: Payment, change: HoldChange, amountInCents: number | null): Step {
  const captured = amountInCents ?? payment.amountInCents;
  const isPossible = payment.status === 'authorized' && captured >= 1 && captured <= payment.amountInCents;
  if (!isPossible) return decideNothing(payment);
  const changed = { status: statusAfter[change], ...(change === 'capture' && { capturedInCents: captured }) };
  return { change: changed, answer: answerOfPayment({ ...payment, ...changed }) };
}

/**
 * Captures, cancels or ends a hold without a request of the service.
 *
 * @param of.amountInCents of a capture; `null`: the whole amount
 * @returns `false`, and nothing is changed: the payment holds no money, or less than that
 */
export async function changeHold(
  db: Database,
  { reference, change, amountInCents = null }: { reference: string; change: HoldChange; amountInCents?: number | null },
): Promise<boolean> {
  let isDone = false;
  await makePerform(db)(reference, (payment) => {
    const step = decideByHand(payment, change, amountInCents);
    isDone = step.change !== undefined;
    return step;
  });
  return isDone;
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
         join simulated_payments p on idempotency_key = 'open:' || a.authorization_id
       where a.auction_id = $1
     ), happened as (
       select l.at, entry_id, effect, reference, authorization_id from simulated_ledger l join opened using (reference)
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
