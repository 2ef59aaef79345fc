import { inBatches } from '../../../core/in-batches.ts';
import type { Connection } from '../../../platform/db/database.ts';
import type { Observation } from '../observation.ts';
import { decideNothing, type Payment, type Step } from './decide.ts';
import { providerNow } from './provider-clock.ts';

/** A payment as it was read. */
interface PaymentRow extends Payment {
  readonly revision: number;
  readonly now: Date;
}

/**
 * Makes the function that executes one request on one payment: it reads the payment, decides, and writes it in a statement that only takes effect
 * if the payment is unchanged since the read. If it was changed meanwhile, it starts again. A repeated request finds what the first one did. Requests
 * of the same moment share statements.
 */
export function makePerform(db: Connection) {
  const read = inBatches((references: readonly string[]) => readPayments(db, references));
  const write = inBatches((payments: readonly PaymentRow[]) => writePayments(db, payments));

  return async function perform(
    reference: string,
    decide: (payment: Payment, now: Date) => Step = decideNothing,
  ): Promise<Observation> {
    for (;;) {
      const row = await read(reference);
      if (row === null) return { outcome: 'none' };
      // A hold whose `captureBefore` has passed ends before anything else.
      const lapses = row.status === 'authorized' && row.captureBefore !== null && row.captureBefore <= row.now;
      const payment = lapses ? ({ ...row, status: 'expired' } as const) : row;
      const { change, answer } = decide(payment, row.now);
      if (!lapses && change === undefined) return answer;
      if (await write({ ...payment, ...change })) return answer;
    }
  };
}

/** @returns `null` for each payment that the provider has never heard of */
async function readPayments(db: Connection, references: readonly string[]): Promise<(PaymentRow | null)[]> {
  const { rows } = await db.query<PaymentRow>({
    name: 'simulated-read',
    text: `
      select p.reference, p.amount_in_cents as "amountInCents", p.status, p.card, p.challenge_id as "challengeId",
        p.failure_code as "failureCode", p.capture_before as "captureBefore", p.captured_in_cents as "capturedInCents", p.revision,
        ${providerNow('p.account')} as now
      from unnest($1::text[]) asked (reference)
        -- Each payment by itself (offset 0): a join planned while few were stored reads all of them.
        join lateral (select * from simulated_payments where reference = asked.reference offset 0) p on true`,
    values: [references],
  });
  const found = new Map(rows.map((row) => [row.reference, row]));
  return references.map((reference) => found.get(reference) ?? null);
}

/** @returns true for each that was written: not if the payment has been changed since it was read */
async function writePayments(db: Connection, payments: readonly PaymentRow[]): Promise<boolean[]> {
  const { rows } = await db.query<{ place: number }>({
    name: 'simulated-write',
    text: `
      with changes as materialized (
        select * from jsonb_to_recordset($1::jsonb) as changes (
          place int, reference text, revision int, status simulated_payment_status, "failureCode" text,
          "captureBefore" timestamptz, "capturedInCents" int)
      )
      update simulated_payments p set status = c.status, failure_code = c."failureCode", capture_before = c."captureBefore",
        captured_in_cents = c."capturedInCents", revision = p.revision + 1
      from changes c where p.reference = c.reference and p.revision = c.revision
        -- An array: PostgreSQL takes any JSON for a hundred rows, and reads the whole table for so many.
        and p.reference = any(array(select reference from changes))
      returning place`,
    values: [JSON.stringify(payments.map((payment, place) => ({ ...payment, place })))],
  });
  const written = new Set(rows.map(({ place }) => place));
  return payments.map((_, place) => written.has(place));
}
