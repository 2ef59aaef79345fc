import type { Connection } from '../../../platform/db/database.ts';
import { decideChallenge } from './decide.ts';
import { makePerform } from './perform.ts';
import { brandOf, testCardNamed } from './test-cards.ts';

/** @returns `null` for an unknown challenge, and for one that was answered or has ended with its payment */
export async function findChallenge({ db }: { db: Connection }, challengeId: string) {
  const { rows } = await db.query<{ card: string }>(
    `select card from simulated_payments where challenge_id = $1 and status = 'challenged'`,
    [challengeId],
  );
  const card = testCardNamed(rows[0]?.card ?? null);
  return card === undefined ? null : { brand: brandOf(card), last4: card.number.slice(-4) };
}

/** Records the bidder's answer on the bank's page. A second answer, or one to an unknown challenge, changes nothing. */
export async function answerChallenge({ db }: { db: Connection }, challengeId: string, verdict: 'pass' | 'fail') {
  const { rows } = await db.query<{ reference: string }>(
    'select reference from simulated_payments where challenge_id = $1',
    [challengeId],
  );
  for (const { reference } of rows) {
    await makePerform(db)(reference, (payment, now) => decideChallenge(payment, { verdict, now }));
  }
}
