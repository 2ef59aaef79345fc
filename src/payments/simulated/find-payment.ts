import type { Connection } from '../../db/database.ts';
import type { FindAnswer } from '../gateway-answers.ts';
import type { Reply } from './perform.ts';

/** Finds the payment that was opened for an authorization. */
export async function findPayment(db: Connection, authorizationId: string): Promise<Reply> {
  const { rows } = await db.query<{ answer: FindAnswer }>(
    `select jsonb_build_object('outcome', 'opened', 'reference', answer->'reference') as answer from simulated_answers where idempotency_key = $1 and request->>'authorizationId' = $2`,
    [`open:${authorizationId}`, authorizationId],
  );
  return { json: JSON.stringify(rows[0]?.answer ?? { outcome: 'none' }), isRepetition: false, isLost: false };
}
