import type { Database } from '../../db/database.ts';
import { decideByHand } from './decide.ts';
import type { HoldChange } from './payment.ts';
import { makePaymentBooks } from './payment-books.ts';
import { perform } from './perform.ts';

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
  await perform(makePaymentBooks(db), { reference, request: {}, idempotencyKey: null }, (payment) => {
    const step = decideByHand(payment, change, amountInCents);
    isDone = step.effects.length > 0;
    return step;
  });
  return isDone;
}
