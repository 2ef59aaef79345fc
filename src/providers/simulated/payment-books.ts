import { inBatches } from '../../core/in-batches.ts';
import type { Connection } from '../../db/database.ts';
import type { Effect, Payment } from './payment.ts';
import { isRestricted } from './make-simulated-accounts.ts';
import { providerNow } from './provider-clock.ts';

/** A payment as it was read, with the stored answer of an earlier request with the same key. */
interface PaymentRow extends Payment {
  readonly revision: number;
  readonly now: Date;
  readonly earlierRequest: unknown;
  readonly earlierAnswer: unknown;
}

/** What a request reads. */
interface Lookup {
  readonly reference: string;
  /** `null` for a read. */
  readonly idempotencyKey: string | null;
}

/** What a request writes. */
export interface Change extends Pick<
  Payment,
  'status' | 'card' | 'challengeId' | 'failureCode' | 'captureBefore' | 'capturedInCents' | 'stumbles'
> {
  readonly reference: string;
  /** The revision that was read. */
  readonly revision: number;
  readonly effects: readonly Effect[];
  readonly now: Date;
  /** `null`: the answer is not remembered. */
  readonly key: string | null;
  readonly request: object;
  readonly answer: unknown;
}

/** The provider's books. Requests of the same moment share statements, as each request is a call of its own. */
export interface PaymentBooks {
  /** @returns `null`: the provider has never heard of the payment */
  read(lookup: Lookup): Promise<PaymentRow | null>;
  /** @returns true if it was written: not if the payment or the key has been used since it was read */
  write(change: Change): Promise<boolean>;
}

export function makePaymentBooks(db: Connection): PaymentBooks {
  return {
    read: inBatches((lookups) => readPayments(db, lookups)),
    write: inBatches((changes) => writeChanges(db, changes)),
  };
}

async function readPayments(db: Connection, lookups: readonly Lookup[]): Promise<(PaymentRow | null)[]> {
  const { rows } = await db.query<PaymentRow & { place: number }>({
    name: 'simulated-read',
    text: `
      select place::int, p.reference, p.account, p.amount_in_cents as "amountInCents", p.email, p.renews, p.status, p.card,
        p.challenge_id as "challengeId", p.failure_code as "failureCode", p.capture_before as "captureBefore",
        p.captured_in_cents as "capturedInCents", p.stumbles, p.revision, ${isRestricted('p.payee')} as "isPayeeRestricted",
        ${providerNow('p.account')} as now,
        a.request as "earlierRequest", a.answer as "earlierAnswer"
      from unnest($1::text[], $2::text[]) with ordinality lookups (reference, key, place)
        join simulated_payments p on p.reference = lookups.reference
        -- Each key by itself (offset 0): a join planned while few answers were stored reads all of them.
        left join lateral (
          select request, answer from simulated_answers where idempotency_key = lookups.key offset 0) a on true`,
    values: [lookups.map(({ reference }) => reference), lookups.map(({ idempotencyKey }) => idempotencyKey)],
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return lookups.map((_, index) => found.get(index + 1) ?? null);
}

async function writeChanges(db: Connection, changes: readonly Change[]): Promise<boolean[]> {
  try {
    const { rows } = await db.query<{ place: number }>({
      name: 'simulated-write',
      text: `
        with changes as materialized (
          select * from jsonb_to_recordset($1::jsonb) as changes (
            place int, reference text, revision int, status simulated_payment_status, card text, "challengeId" uuid,
            "failureCode" text, "captureBefore" timestamptz, "capturedInCents" int, stumbles int, effects simulated_effect[], now timestamptz,
            key text, request jsonb, answer jsonb)
        ), changed as (
          update simulated_payments p set status = c.status, card = c.card, challenge_id = c."challengeId",
            failure_code = c."failureCode", capture_before = c."captureBefore", captured_in_cents = c."capturedInCents", stumbles = c.stumbles, revision = p.revision + 1
          from changes c where p.reference = c.reference and p.revision = c.revision
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
    // Of several, each is then written alone.
    if (changes.length === 1 && (error as { code?: string }).code === uniqueViolation) return [false];
    throw error;
  }
}

const uniqueViolation = '23505';
