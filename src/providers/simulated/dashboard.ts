import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { ReversalKind, ReversalState } from '../../db/generated/client.ts';

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
    const { rows } = await tx.query<{ amount: number }>(
      // The next revision: a refund that has read the payment meanwhile reads it again.
      `update simulated_payments set revision = revision + 1 where reference = $1 and status = 'captured'
       returning coalesce(captured_in_cents, amount_in_cents) as amount`,
      [reference],
    );
    const captured = rows[0]?.amount;
    if (captured === undefined) return false;
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
    await tx.query(
      `insert into simulated_reversals (reversal_reference, reference, kind, state, amount_in_cents) values ($1, $2, $3, $4, $5)`,
      [`${referencePrefixes[kind]}_${randomBytes(12).toString('hex')}`, reference, kind, to, amount],
    );
    return true;
  });
}

/** The names of reversals begin with them. */
export const referencePrefixes: Record<ReversalKind, string> = { refund: 'ref', dispute: 'dis', fraud_warning: 'warn' };
