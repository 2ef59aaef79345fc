import { isDeepStrictEqual } from 'node:util';
import { inBatches } from '../../../core/in-batches.ts';
import type { Connection } from '../../../platform/db/database.ts';
import type { Observation } from '../observation.ts';
import { decideNothing, type Effect, type Payment, type Step } from './decide.ts';
import { providerNow } from './provider-clock.ts';

/** A payment as it was read, with the stored answer of an earlier request with the same key. */
interface PaymentRow extends Payment {
  readonly revision: number;
  readonly now: Date;
  readonly earlierRequest: unknown;
  readonly earlierAnswer: Observation | null;
}

/** The payment as a request leaves it, its movements of money, and the answer to store. */
interface Change extends PaymentRow {
  readonly effects: readonly Effect[];
  /** `null`: nothing is requested, and no answer is remembered. */
  readonly key: string | null;
  readonly request: object;
  readonly answer: Observation;
}

type Lookup = Pick<Change, 'reference' | 'key'>;

/**
 * Makes the function that executes one request on one payment: it reads the payment, decides, and writes the payment, the ledger
 * and the answer in one statement that only takes effect if the payment is unchanged since the read. If the payment or the key was
 * used meanwhile, it starts again. Requests of the same moment share statements.
 */
export function makePerform(db: Connection) {
  const read = inBatches((lookups: readonly Lookup[]) => readPayments(db, lookups));
  const write = inBatches((changes: readonly Change[]) => writeChanges(db, changes));

  /** @param asked.request the request of the key: the same key with another request throws */
  return async function perform(
    reference: string,
    decide: (payment: Payment, now: Date) => Step = decideNothing,
    { key, request }: { readonly key: string | null; readonly request: object } = { key: null, request: {} },
  ): Promise<Observation> {
    for (;;) {
      const row = await read({ reference, key });
      if (row === null) return { outcome: 'none' };
      if (row.earlierAnswer !== null) {
        checkSameRequest(key, row.earlierRequest, request);
        return fromJson(row.earlierAnswer);
      }
      // A hold whose `captureBefore` has passed ends before anything else.
      const lapses = row.status === 'authorized' && row.captureBefore !== null && row.captureBefore <= row.now;
      const payment = lapses ? ({ ...row, status: 'expired' } as const) : row;
      const { change = {}, effects = [], answer } = decide(payment, row.now);
      const hasEffect = key !== null || lapses || Object.keys(change).length > 0;
      const moved: Effect[] = lapses ? ['lapsed', ...effects] : [...effects];
      if (!hasEffect || (await write({ ...payment, ...change, effects: moved, key, request, answer }))) {
        return answer;
      }
    }
  };
}

/** Returns an answer that was stored as JSON, which has no instants. */
export function fromJson<Answer extends Observation>(answer: Answer): Answer {
  return answer.outcome === 'authorized' ? { ...answer, captureBefore: new Date(answer.captureBefore) } : answer;
}

/**
 * Checks that an idempotency key is used for one request only, so that its answer is never given to another request.
 *
 * @param earlier the request that the key was first used for, as it came back from JSON
 * @throws a plain error, as a reused key is a bug of the caller
 */
export function checkSameRequest(key: string | null, earlier: unknown, request: object): void {
  if (isDeepStrictEqual(earlier, JSON.parse(JSON.stringify(request)))) return;
  throw new Error(`The idempotency key ${key} was used for another request.`);
}

/** @returns `null` for each payment that the provider has never heard of */
async function readPayments(db: Connection, lookups: readonly Lookup[]): Promise<(PaymentRow | null)[]> {
  const { rows } = await db.query<PaymentRow & { place: number }>({
    name: 'simulated-read',
    text: `
      select place::int, p.reference, p.amount_in_cents as "amountInCents", p.status, p.card,
        p.challenge_id as "challengeId", p.failure_code as "failureCode", p.capture_before as "captureBefore",
        p.captured_in_cents as "capturedInCents", p.revision,
        ${providerNow('p.account')} as now,
        a.request as "earlierRequest", a.answer as "earlierAnswer"
      from unnest($1::text[], $2::text[]) with ordinality lookups (reference, key, place)
        -- Each payment and key by itself (offset 0): a join planned while few were stored reads all of them.
        join lateral (select * from simulated_payments where reference = lookups.reference offset 0) p on true
        left join lateral (
          select request, answer from simulated_answers where idempotency_key = lookups.key offset 0) a on true`,
    values: [lookups.map(({ reference }) => reference), lookups.map(({ key }) => key)],
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return lookups.map((_, index) => found.get(index + 1) ?? null);
}

/** @returns true for each that was written: not if the payment or the key has been used since it was read */
async function writeChanges(db: Connection, changes: readonly Change[]): Promise<boolean[]> {
  try {
    const { rows } = await db.query<{ place: number }>({
      name: 'simulated-write',
      text: `
        with changes as materialized (
          select * from jsonb_to_recordset($1::jsonb) as changes (
            place int, reference text, revision int, status simulated_payment_status, "failureCode" text,
            "captureBefore" timestamptz, "capturedInCents" int, effects simulated_effect[], now timestamptz,
            key text, request jsonb, answer jsonb)
        ), changed as (
          update simulated_payments p set status = c.status, failure_code = c."failureCode", capture_before = c."captureBefore",
            captured_in_cents = c."capturedInCents", revision = p.revision + 1
          from changes c where p.reference = c.reference and p.revision = c.revision
            -- An array: PostgreSQL takes any JSON for a hundred rows, and reads the whole table for so many.
            and p.reference = any(array(select reference from changes))
          returning c.*, p.amount_in_cents
        ), moved as (
          insert into simulated_ledger (reference, effect, amount_in_cents, at)
          select reference, effect, case effect when 'captured' then "capturedInCents"
            when 'released' then amount_in_cents - coalesce("capturedInCents", 0) else amount_in_cents end, now
          from changed, unnest(effects) effect
        ), remembered as (
          insert into simulated_answers (idempotency_key, request, answer)
          select key, request, answer from changed where key is not null
        )
        select place from changed`,
      values: [JSON.stringify(changes.map((change, place) => ({ ...change, place })))],
    });
    const written = new Set(rows.map(({ place }) => place));
    return changes.map((_, place) => written.has(place));
  } catch (error) {
    // A batch that fails is split: each change is then written alone.
    if (changes.length === 1 && isKeyTaken(error)) return [false];
    throw error;
  }
}

/** Another request has stored its answer under the key meanwhile. */
function isKeyTaken(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}
