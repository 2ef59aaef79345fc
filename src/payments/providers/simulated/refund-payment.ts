import type { Connection, Statements } from '../../../platform/db/database.ts';
import type { RefundAnswer, RefundRefusal, RefundRequest } from '../refund-answer.ts';
import { checkSameRequest } from './open-payment.ts';
import { lockPayment, recordReversal } from './reverse-payment.ts';

/** Refunds a captured payment as a remote provider does: the refund and the answer under its key are committed together. */
export async function refundSimulatedPayment(
  db: Pick<Statements, 'transaction'>,
  { idempotencyKey: key, ...asked }: RefundRequest,
): Promise<RefundAnswer> {
  const { reference, amountInCents, refundId } = asked;
  return await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, reference);
    if (payment === null) return { outcome: 'refused', code: 'not_refundable' };
    const { rows: earlier } = await tx.query<{ request: object; answer: RefundAnswer }>(
      'select request, answer from simulated_answers where idempotency_key = $1',
      [key],
    );
    if (earlier[0] !== undefined) {
      checkSameRequest(key, earlier[0].request, asked);
      return earlier[0].answer;
    }
    const code = await findRefusal(tx, asked, payment.capturedInCents);
    const answer: RefundAnswer = code === null ? { outcome: 'made' } : { outcome: 'refused', code };
    if (code === null) {
      await recordReversal(tx, { reference, kind: 'refund', state: 'succeeded', amountInCents, refundId });
    }
    await tx.query('insert into simulated_answers (idempotency_key, request, answer) values ($1, $2, $3)', [
      key,
      JSON.stringify(asked),
      JSON.stringify(answer),
    ]);
    return answer;
  });
}

/** @param capturedInCents `null`: the payment is not captured */
async function findRefusal(
  tx: Connection,
  { reference, amountInCents }: Pick<RefundRequest, 'reference' | 'amountInCents'>,
  capturedInCents: number | null,
): Promise<RefundRefusal | null> {
  if (capturedInCents === null) return 'not_refundable';
  const { rows } = await tx.query<{ refundedInCents: number; isDisputed: boolean }>(
    `select coalesce(sum(r.amount_in_cents) filter (where kind = 'refund' and state <> 'failed'), 0)::int as "refundedInCents",
       coalesce(bool_or(kind = 'dispute' and state = 'open'), false) as "isDisputed"
     from simulated_reversals r where reference = $1`,
    [reference],
  );
  const { refundedInCents, isDisputed } = rows[0]!;
  if (isDisputed) return 'payment_disputed';
  return amountInCents > capturedInCents - refundedInCents ? 'nothing_left' : null;
}
