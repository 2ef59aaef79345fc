import { randomBytes } from 'node:crypto';
import type { Connection, Database } from '../../../platform/db/database.ts';
import type { ReversalKind, ReversalState } from '../../../platform/db/generated/client.ts';

/** The changes that a person can make at the provider's dashboard, or a cardholder at the bank. */
export const reversalChanges = {
  refund: { kind: 'refund', from: null, to: 'succeeded' },
  refund_failed: { kind: 'refund', from: 'succeeded', to: 'failed' },
  dispute: { kind: 'dispute', from: null, to: 'open' },
  dispute_won: { kind: 'dispute', from: 'open', to: 'won' },
  dispute_lost: { kind: 'dispute', from: 'open', to: 'lost' },
  fraud_warning: { kind: 'fraud_warning', from: null, to: 'reported' },
} as const satisfies Record<string, { kind: ReversalKind; from: ReversalState | null; to: ReversalState }>;

export type ReversalChange = keyof typeof reversalChanges;

/**
 * Refunds or disputes a captured payment, or decides its latest refund or dispute.
 *
 * @param amountInCents of a new refund or dispute; `null`: all that is left of the payment. A dispute may take any amount, as exchange
 *   rates move and a second one may follow
 * @returns `false`, and nothing is changed: the payment is not captured, there is nothing to decide, nothing is left, or a refund is
 *   more than what is left
 */
export async function reversePayment(
  db: Database,
  { reference, change, amountInCents }: { reference: string; change: ReversalChange; amountInCents: number | null },
): Promise<boolean> {
  const { kind, from, to } = reversalChanges[change];
  return await db.transaction(async (tx) => {
    const captured = (await lockPayment(tx, reference))?.capturedInCents ?? null;
    if (captured === null) return false;
    if (from !== null) {
      const { rowCount } = await tx.query(
        `update simulated_reversals set state = $4 where reversal_reference = (
           select reversal_reference from simulated_reversals where reference = $1 and kind = $2 and state = $3
           order by made_at desc, reversal_reference limit 1)`,
        [reference, kind, from, to],
      );
      return rowCount === 1;
    }
    const { rows: before } = await tx.query<{ sum: number }>(
      `select coalesce(sum(amount_in_cents), 0)::int as sum from simulated_reversals
       where reference = $1 and kind = $2 and state not in ('failed', 'won', 'reported')`,
      [reference, kind],
    );
    const left = captured - before[0]!.sum;
    const amount = amountInCents ?? left;
    if (amount < 1 || (kind !== 'dispute' && amount > left)) return false;
    await recordReversal(tx, { reference, kind, state: to, amountInCents: amount, refundId: null });
    return true;
  });
}

/**
 * Locks a payment until the transaction ends, so that its reversals are decided one after the other.
 *
 * @returns `null`: there is no such payment; `capturedInCents` is `null` for one that is not captured
 */
export async function lockPayment(
  tx: Connection,
  reference: string,
): Promise<{ capturedInCents: number | null } | null> {
  const { rows } = await tx.query<{ capturedInCents: number | null }>(
    `select case when status = 'captured' then coalesce(captured_in_cents, amount_in_cents) end as "capturedInCents"
     from simulated_payments where reference = $1 for update`,
    [reference],
  );
  return rows[0] ?? null;
}

/** The names of reversals begin with them. */
const referencePrefixes: Record<ReversalKind, string> = { refund: 'ref', dispute: 'dis', fraud_warning: 'warn' };

interface NewReversal {
  readonly reference: string;
  readonly kind: ReversalKind;
  readonly state: ReversalState;
  readonly amountInCents: number;
  /** `null`: it was not asked for by the service. */
  readonly refundId: string | null;
}

export async function recordReversal(tx: Connection, reversal: NewReversal): Promise<void> {
  const { reference, kind, state, amountInCents, refundId } = reversal;
  await tx.query(
    `insert into simulated_reversals (reversal_reference, reference, kind, state, amount_in_cents, refund_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [`${referencePrefixes[kind]}_${randomBytes(12).toString('hex')}`, reference, kind, state, amountInCents, refundId],
  );
}
