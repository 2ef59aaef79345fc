import type { Connection } from '../../db/database.ts';
import type { ReadAnswer } from '../gateway.ts';
import { checkSameRequest } from './check-same-request.ts';
import { type ServerError, type Step, decideLapse } from './decide.ts';
import type { Effect, Payment } from './payment.ts';
import { providerNow } from './provider-now.ts';

/** The provider's answer as JSON, which the receiver reads with `answerFromWire`. */
export interface Reply {
  readonly json: string;
  /** True if this is the stored answer of an earlier request with the same key. */
  readonly isRepetition: boolean;
  readonly isLost: boolean;
}

interface Row extends Payment {
  readonly revision: number;
  readonly now: Date;
  readonly earlierRequest: unknown;
  readonly earlierAnswer: unknown;
}

/** The answer for an unknown reference. */
const unheardOf: ReadAnswer = { outcome: 'refused', code: 'wrong_state' };

/**
 * Executes one request on one payment: reads it, decides, and writes the payment, the ledger and the stored answer in
 * one statement that only takes effect if the payment is unchanged since the read. If the payment or the key was used
 * meanwhile, starts again.
 *
 * @param request the request of the key: the same key with another request throws
 * @param idempotencyKey `null` for a read
 */
export async function perform(
  db: Connection,
  { reference, request, idempotencyKey }: { reference: string; request: object; idempotencyKey: string | null },
  decide: (payment: Payment, now: Date) => Step<unknown>,
): Promise<Reply> {
  for (;;) {
    const row = await readPayment(db, reference, idempotencyKey);
    if (row === undefined) return { json: JSON.stringify(unheardOf), isRepetition: false, isLost: false };
    if (row.earlierAnswer !== null) {
      checkSameRequest(idempotencyKey, row.earlierRequest, request);
      return { json: JSON.stringify(row.earlierAnswer), isRepetition: true, isLost: false };
    }
    const lapse = decideLapse(row, row.now);
    const step = decide({ ...row, ...lapse.change }, row.now);
    const change = { ...lapse.change, ...step.change };
    const effects = [...lapse.effects, ...step.effects];
    const json = JSON.stringify(step.answer);
    // A server error comes before anything is done, so it is not stored under the key.
    const remembered = (step.answer as ServerError).outcome === 'server_error' ? null : idempotencyKey;
    const hasEffect = remembered !== null || Object.keys(change).length > 0;
    if (!hasEffect || (await write(db, row, { ...row, ...change }, effects, { key: remembered, request, json }))) {
      return { json, isRepetition: false, isLost: step.answerIsLost === true };
    }
  }
}

async function readPayment(db: Connection, reference: string, idempotencyKey: string | null): Promise<Row | undefined> {
  const { rows } = await db.query<Row>({
    name: 'simulated-read',
    text: `
      select p.reference, p.account, p.amount_in_cents as "amountInCents", p.email, p.renews, p.status, p.card,
        p.challenge_id as "challengeId", p.failure_code as "failureCode", p.capture_before as "captureBefore",
        p.stumbles, p.revision, ${providerNow('p.account')} as now,
        a.request as "earlierRequest", a.answer as "earlierAnswer"
      from simulated_payments p left join simulated_answers a on a.idempotency_key = $2
      where p.reference = $1`,
    values: [reference, idempotencyKey],
  });
  return rows[0];
}

/**
 * Writes the step.
 *
 * @returns true if it was written: not if the payment or the key has been used since `row` was read
 */
async function write(
  db: Connection,
  row: Row,
  next: Payment,
  effects: readonly Effect[],
  remember: { key: string | null; request: object; json: string },
): Promise<boolean> {
  try {
    const { rowCount } = await db.query({
      name: 'simulated-write',
      text: `
        with changed as (
          update simulated_payments set status = $3, card = $4, challenge_id = $5, failure_code = $6,
            capture_before = $7, stumbles = $8, revision = revision + 1
          where reference = $1 and revision = $2
          returning reference, amount_in_cents
        ), moved as (
          insert into simulated_ledger (reference, effect, amount_in_cents, at)
          select reference, effect, amount_in_cents, $10 from changed, unnest($9::simulated_effect[]) as effect
        ), remembered as (
          insert into simulated_answers (idempotency_key, request, answer)
          select $11, $12::jsonb, $13::jsonb from changed where $11::text is not null
        )
        select from changed`,
      values: [
        row.reference,
        row.revision,
        next.status,
        next.card,
        next.challengeId,
        next.failureCode,
        next.captureBefore,
        next.stumbles,
        effects,
        row.now,
        remember.key,
        JSON.stringify(remember.request),
        remember.json,
      ],
    });
    return rowCount === 1;
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) return false;
    throw error;
  }
}

const uniqueViolation = '23505';
