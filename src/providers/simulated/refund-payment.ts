import { randomBytes } from 'node:crypto';
import type { Connection } from '../../db/database.ts';
import type { RefundAnswer, RefundRefusal, RefundRequest } from '../refund-answer.ts';
import { referencePrefixes } from './dashboard.ts';
import { isRestricted } from './make-simulated-accounts.ts';
import { checkSameRequest, isKeyTaken } from './perform.ts';

/** A payment as it was read, with the stored answer of an earlier request with the same key. */
interface PaymentRow {
  /** `null`: it is not captured. */
  readonly capturedInCents: number | null;
  readonly refundedInCents: number;
  readonly isDisputed: boolean;
  readonly isPayeeRestricted: boolean;
  readonly revision: number;
  readonly earlierRequest: unknown;
  readonly earlierAnswer: RefundAnswer | null;
}

/**
 * Refunds a captured payment as a remote provider does: the refund, the answer under its key and the payment's revision are written in
 * one statement. If the payment or the key was used since the read, it starts again.
 */
export async function refundSimulatedPayment(db: Connection, request: RefundRequest): Promise<RefundAnswer> {
  const { idempotencyKey: key, ...asked } = request;
  for (;;) {
    const row = await readPayment(db, request);
    if (row === null) return { outcome: 'refused', code: 'not_refundable' };
    if (row.earlierAnswer !== null) {
      checkSameRequest(key, row.earlierRequest, asked);
      return row.earlierAnswer;
    }
    const code = refusalOf(row, request);
    const answer: RefundAnswer = code === null ? { outcome: 'made' } : { outcome: 'refused', code };
    if (await write(db, { request, asked, revision: row.revision, answer })) return answer;
  }
}

function refusalOf(row: PaymentRow, { amountInCents }: RefundRequest): RefundRefusal | null {
  if (row.capturedInCents === null) return 'not_refundable';
  if (row.isPayeeRestricted) return 'not_permitted';
  if (row.isDisputed) return 'payment_disputed';
  return amountInCents > row.capturedInCents - row.refundedInCents ? 'nothing_left' : null;
}

async function readPayment(db: Connection, { reference, idempotencyKey }: RefundRequest): Promise<PaymentRow | null> {
  const { rows } = await db.query<PaymentRow>({
    name: 'simulated-read-refundable',
    text: `
      select case when status = 'captured' then coalesce(captured_in_cents, amount_in_cents) end as "capturedInCents",
        (select coalesce(sum(amount_in_cents), 0)::int from simulated_reversals r
         where r.reference = p.reference and kind = 'refund' and state <> 'failed') as "refundedInCents",
        exists (select from simulated_reversals r
          where r.reference = p.reference and kind = 'dispute' and state = 'open') as "isDisputed",
        ${isRestricted('p.payee')} as "isPayeeRestricted", revision,
        a.request as "earlierRequest", a.answer as "earlierAnswer"
      from simulated_payments p left join simulated_answers a on idempotency_key = $2
      where reference = $1`,
    values: [reference, idempotencyKey],
  });
  return rows[0] ?? null;
}

interface Written {
  readonly request: RefundRequest;
  readonly asked: object;
  readonly revision: number;
  readonly answer: RefundAnswer;
}

/** @returns `false`: the payment or the key was used since the read, and nothing is written */
async function write(db: Connection, { request, asked, revision, answer }: Written): Promise<boolean> {
  const { reference, amountInCents, refundId, idempotencyKey } = request;
  try {
    const { rowCount } = await db.query({
      name: 'simulated-refund',
      text: `
        with changed as (
          update simulated_payments set revision = revision + 1 where reference = $1 and revision = $2 returning reference
        ), made as (
          insert into simulated_reversals (reversal_reference, reference, kind, state, amount_in_cents, refund_id)
          select $3, reference, 'refund', 'succeeded', $4, $5::uuid from changed where $8
        ), remembered as (
          insert into simulated_answers (idempotency_key, request, answer) select $6, $7, $9 from changed
        )
        select from changed`,
      values: [
        reference,
        revision,
        `${referencePrefixes.refund}_${randomBytes(12).toString('hex')}`,
        amountInCents,
        refundId,
        idempotencyKey,
        JSON.stringify(asked),
        answer.outcome === 'made',
        JSON.stringify(answer),
      ],
    });
    return rowCount === 1;
  } catch (error) {
    if (isKeyTaken(error)) return false;
    throw error;
  }
}
