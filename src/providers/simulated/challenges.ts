import type { Connection } from '../../db/database.ts';
import { decideChallenge } from './decide.ts';
import { makePaymentBooks } from './payment-books.ts';
import { perform } from './perform.ts';
import { testCardNamed } from './test-cards.ts';

/** The challenge on the bank's page: confirm a hold of this amount on this card? */
export interface PendingChallenge {
  readonly challengeId: string;
  readonly amountInCents: number;
  readonly brand: string;
  readonly last4: string;
}

/**
 * Finds a challenge.
 *
 * @returns `null` for an unknown challenge, and for one that was answered or has ended with its payment
 */
export async function findChallenge({ db }: { db: Connection }, challengeId: string): Promise<PendingChallenge | null> {
  const { rows } = await db.query<{ amountInCents: number; card: string }>(
    `select amount_in_cents as "amountInCents", card from simulated_payments
     where challenge_id = $1 and status = 'challenged'`,
    [challengeId],
  );
  const card = testCardNamed(rows[0]?.card ?? null);
  if (rows[0] === undefined || card === undefined) return null;
  return { challengeId, amountInCents: rows[0].amountInCents, brand: card.brand, last4: card.number.slice(-4) };
}

/**
 * Records the bidder's answer on the bank's page; a second answer changes nothing. The gateway's `confirm` returns
 * whether money is held now.
 *
 * @returns true if there is such a challenge
 */
export async function answerChallenge(
  { db }: { db: Connection },
  challengeId: string,
  verdict: 'pass' | 'fail',
): Promise<boolean> {
  const { rows } = await db.query<{ reference: string }>(
    'select reference from simulated_payments where challenge_id = $1',
    [challengeId],
  );
  const reference = rows[0]?.reference;
  if (reference === undefined) return false;
  await perform(makePaymentBooks(db), { reference, request: {}, idempotencyKey: null }, (payment, now) =>
    decideChallenge(payment, { verdict, now }),
  );
  return true;
}
