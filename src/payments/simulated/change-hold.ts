import type { Database } from '../../db/database.ts';
import { decideByHand } from './decide.ts';
import type { HoldChange } from './payment.ts';
import { makePaymentBooks } from './payment-books.ts';
import { perform } from './perform.ts';

/**
 * Captures, cancels or ends a hold without a request of the service.
 *
 * @returns `false`, and nothing is changed: the payment holds no money
 */
export async function changeHold(
  db: Database,
  { reference, change }: { reference: string; change: HoldChange },
): Promise<boolean> {
  let isDone = false;
  await perform(makePaymentBooks(db), { reference, request: {}, idempotencyKey: null }, (payment) => {
    const step = decideByHand(payment, change);
    isDone = step.effects.length > 0;
    return step;
  });
  return isDone;
}
