import type { Connection } from '../../db/database.ts';
import type { Reversal } from '../reversal.ts';
import type { Reply } from './perform.ts';

/** Reads what became of a captured payment. */
export async function findSimulatedReversals(db: Connection, reference: string): Promise<Reply> {
  const { rows: reversals } = await db.query<Reversal>(
    `select reversal_reference as reference, kind, state, amount_in_cents as "amountInCents", made_at as "madeAt"
     from simulated_reversals where reference = $1 order by made_at, reversal_reference`,
    [reference],
  );
  return { json: JSON.stringify({ outcome: 'found', reversals }), isRepetition: false, isLost: false };
}
