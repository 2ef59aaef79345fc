import { checkSameRequest } from './check-same-request.ts';
import { type ServerError, type Step, decideLapse } from './decide.ts';
import type { Payment } from './payment.ts';
import type { Observation } from '../observation.ts';
import type { PaymentBooks } from './payment-books.ts';

/** The provider's answer as JSON, which the receiver reads with `answerFromWire`. */
export interface Reply {
  readonly json: string;
  /** True if this is the stored answer of an earlier request with the same key. */
  readonly isRepetition: boolean;
  readonly isLost: boolean;
}

/** The answer for an unknown reference. */
const unheardOf: Observation = { outcome: 'none' };

/**
 * Executes one request on one payment: reads it, decides, and writes the payment, the ledger and the stored answer in
 * one statement that only takes effect if the payment is unchanged since the read. If the payment or the key was used
 * meanwhile, starts again.
 *
 * @param request the request of the key: the same key with another request throws
 * @param idempotencyKey `null` for a read
 */
export async function perform(
  books: PaymentBooks,
  { reference, request, idempotencyKey }: { reference: string; request: object; idempotencyKey: string | null },
  decide: (payment: Payment, now: Date) => Step,
): Promise<Reply> {
  for (;;) {
    const row = await books.read({ reference, idempotencyKey });
    if (row === null) return { json: JSON.stringify(unheardOf), isRepetition: false, isLost: false };
    if (row.earlierAnswer !== null) {
      checkSameRequest(idempotencyKey, row.earlierRequest, request);
      return { json: JSON.stringify(row.earlierAnswer), isRepetition: true, isLost: false };
    }
    const lapse = decideLapse(row, row.now);
    const step = decide({ ...row, ...lapse.change }, row.now);
    const change = { ...lapse.change, ...step.change };
    const effects = [...lapse.effects, ...step.effects];
    const { answer } = step;
    // A server error comes before anything is done, so it is not stored under the key.
    const remembered = (answer as ServerError).outcome === 'server_error' ? null : idempotencyKey;
    const hasEffect = remembered !== null || Object.keys(change).length > 0;
    if (!hasEffect || (await books.write({ ...row, ...change, effects, key: remembered, request, answer }))) {
      return { json: JSON.stringify(answer), isRepetition: false, isLost: step.answerIsLost === true };
    }
  }
}
