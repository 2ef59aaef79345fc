import { findLatestCaptured, findPaidTwice, findUnbalanced } from '../../settlement/books/ledger.ts';
import { type BooksMeasure, measureBooks } from '../../settlement/books/reconciliations.ts';
import type { Config } from '../../platform/config.ts';
import { type CheckResult, fault, fine, notice } from '../../core/check-result.ts';
import { keyIdIn, keyIdOf } from '../../core/seal-secret.ts';
import { sealedColumns } from '../../core/sealed-columns.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { EventRefusal } from '../../payments/providers/provider-event.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import { findOverdueWork } from '../../settlement/measure-due-work.ts';
import { findOpenSettlementHolds, type SettlementHold } from '../../settlement/settlement-holds.ts';
import { readWorkersSeen, type WorkersSeen } from '../../settlement/process-marks.ts';

/** Checks whether somebody does the work that is due, and does it with success. */
export async function checkDueWork(connection: Connection): Promise<CheckResult[]> {
  const workers = await readWorkersSeen(connection);
  const overdue = await findOverdueWork(connection);
  const seen = judgeWorkers(workers);
  if (overdue.length === 0) return [fine('Due work', 'Nothing is overdue.'), seen];
  const parts = overdue.map(
    ({ kind, count, oldestSeconds }) => `${count} of the kind ${kind}, since ${Math.floor(oldestSeconds)} seconds`,
  );
  return [
    fault(
      'Due work',
      `Work is overdue: ${parts.join('; ')}.`,
      workers.alive === 0
        ? 'Start a process with ROLE=worker or ROLE=all.'
        : 'Workers run and get nowhere: see in their logs why the work fails, and whether the payment provider answers.',
    ),
    seen,
  ];
}

function judgeWorkers({ alive, lastSeenAt }: WorkersSeen): CheckResult {
  if (alive > 0) return fine('Workers', alive === 1 ? 'One is alive.' : `${alive} are alive.`);
  return notice(
    'Workers',
    lastSeenAt === null ? 'None is running.' : `None is alive: one was last seen at ${lastSeenAt.toISOString()}.`,
    'No auction opens or settles without one: start a process with ROLE=worker or ROLE=all.',
  );
}

const maxShown = 20;

/** Summing up as many auctions takes less than a second. */
const maxBalanced = 1_000;

/**
 * Checks what the last comparison with the payment providers found, whether settlement is held, whether the books balance, and whether two
 * bidders have paid.
 */
export async function checkBooks(connection: Connection): Promise<CheckResult[]> {
  const holds = (await findOpenSettlementHolds(connection, { first: maxShown })).nodes;
  const measures = await measureBooks(connection);
  const unbalanced = await findUnbalanced(connection, await findLatestCaptured(connection, maxBalanced));
  const doNotBalance = `The books of ${unbalanced.length} auctions do not balance: ${unbalanced.slice(0, maxShown).join(', ')}.`;
  const paidTwice = await findPaidTwice(connection, maxShown);
  const isPaidTwice = `Two payments are captured and not given back of: ${paidTwice.join(', ')}.`;
  const compareLedger = 'Compare the ledger of each with its payments at the provider.';
  return [
    ...(holds.length === 0 ? [fine('Settlement', 'Nothing is held back.')] : holds.map(judgeSettlementHold)),
    ...(measures.length === 0 ? [fine('Books', 'They were not compared with a payment provider yet.')] : []),
    ...measures.map(judgeBooks),
    ...(unbalanced.length === 0 ? [] : [fault('Books', doNotBalance, compareLedger)]),
    ...(paidTwice.length === 0
      ? []
      : [
          fault(
            'Books',
            isPaidTwice,
            'Refund the one that should not have been captured: settlementsNeedingAttention names it.',
          ),
        ]),
  ];
}

function judgeSettlementHold({ holdId, reason, auctionId, providerReference, since }: SettlementHold): CheckResult {
  if (auctionId === null) {
    return fault(
      'Settlement',
      `No auction is settled since ${since.toISOString()}: the database may be older than the payments (${reason}).`,
      'A worker compares the books with the payment providers and ends the hold. See its log, and whether the providers answer.',
    );
  }
  return fault(
    'Settlement',
    `Auction ${auctionId} is not settled: the payment ${String(providerReference)} differs at the provider.`,
    `Look at the payment there, then clear the hold ${holdId} with clearSettlementHold, or end the auction.`,
  );
}

function judgeBooks({ provider, ageInSeconds, differences, failure }: BooksMeasure): CheckResult {
  const subject = `Books of ${provider}`;
  if (failure !== null)
    return fault(subject, `They could not be compared: ${failure}`, 'See whether the payment provider answers.');
  if (ageInSeconds === null) return fine(subject, 'The first comparison is under way.');
  const age = `${Math.round(ageInSeconds / 60)} minutes ago`;
  const found = Object.entries(differences).map(([kind, count]) => `${count} of the kind ${kind}`);
  if (found.length === 0) return fine(subject, `Nothing differed ${age}.`);
  if ((differences['two_captures'] ?? 0) > 0) {
    return fault(
      subject,
      `Two payments of one auction are captured: ${found.join(', ')}, ${age}.`,
      'Run "npm run cli -- reconcile", which lists them, and refund the one that should not have been captured.',
    );
  }
  return notice(
    subject,
    `Payments differed ${age}: ${found.join(', ')}.`,
    'Run "npm run cli -- reconcile", which lists them.',
  );
}

/** A provider sends the event of a hold within seconds, and tries again for days. */
const eventWithin = `interval '10 minutes'`;

const maxRead = 1_000;

interface Mark {
  readonly takenAt: Date | null;
  readonly refusedAt: Date | null;
  readonly refusedReason: EventRefusal | null;
  /** The latest hold of which an event should have come. */
  readonly heldAt: Date | null;
}

/**
 * Checks whether the events of a payment provider come and are accepted: without them, bids whose browser does not come back wait for
 * the sweep, and what happens at the provider is noticed late.
 */
export async function checkProviderEvents(
  connection: Pick<Connection, 'query'>,
  provider: ProviderName,
): Promise<CheckResult[]> {
  const subject = `Events of ${provider}`;
  const { rows } = await connection.query<Mark>(
    `select taken_at as "takenAt", refused_at as "refusedAt", refused_reason as "refusedReason", (
       select max(authorized_at) from (
         select authorized_at from authorizations where provider = $1 order by authorization_id desc limit ${maxRead}
       ) latest where authorized_at < clock_timestamp() - ${eventWithin}) as "heldAt"
     from (values (0)) one left join provider_event_marks on provider = $1`,
    [provider],
  );
  const { takenAt, refusedAt, refusedReason, heldAt } = rows[0]!;
  const last = takenAt === null ? 'None was ever taken' : `The last one was taken at ${takenAt.toISOString()}`;
  const isMissed = heldAt !== null && (takenAt === null || takenAt < heldAt);
  const isRefused = refusedAt !== null && refusedReason !== null && (takenAt === null || takenAt < refusedAt);
  const missed = isMissed ? `, although money was held at ${heldAt.toISOString()}` : '';
  if (isRefused) {
    const { cause, remedy } = causes[refusedReason];
    const found = `${last}${missed}; at ${refusedAt.toISOString()} one was refused: ${cause}`;
    return [isMissed ? fault(subject, found, remedy) : notice(subject, found, remedy)];
  }
  if (!isMissed) return [fine(subject, `${last}.`)];
  const remedy =
    "See at the provider's dashboard what its deliveries to PUBLIC_URL/provider-events are answered: a firewall or a proxy may refuse them, or no endpoint is enabled.";
  return [fault(subject, `${last}${missed}: no event arrives.`, remedy)];
}

const causes: Record<EventRefusal, { readonly cause: string; readonly remedy: string }> = {
  unsigned: {
    cause: 'it carries no signature of the provider, and may come from somebody else.',
    remedy: 'See that no proxy removes the header of the signature.',
  },
  wrong_secret: {
    cause: 'it is signed with a secret that is not configured, or comes from somebody else.',
    remedy: 'Set the webhook secret to the signing secrets of all endpoints in the dashboard, separated by commas.',
  },
  too_old: {
    cause: 'it is genuine, and was signed more than 5 minutes before the clock of this service.',
    remedy: 'Set the clock of the machines that take events (NTP); a proxy must not hold requests back.',
  },
  malformed: {
    cause: 'it is genuine, and not an event that this version reads.',
    remedy:
      'See that no proxy changes the body, and that the endpoint sends events of the account in their usual form.',
  },
};

interface Unpaid {
  readonly name: string;
  readonly account: string | null;
  readonly disabledReason: string | null;
  /** Has an auction that is not completed, and that takes no bids. */
  readonly isSelling: boolean;
}

/** Names the live sellers that cannot take bids, because they have no payment account that takes charges. */
export async function checkPaymentAccounts(
  connection: Pick<Connection, 'query'>,
  { paymentAccounts }: Pick<Config, 'paymentAccounts'>,
): Promise<CheckResult[]> {
  if (paymentAccounts === 'operator') return [];
  const subject = 'Payment accounts';
  const { rows } = await connection.query<Unpaid>(
    `select name, provider_reference as account, disabled_reason as "disabledReason",
       exists (select from auctions where auctions.seller_id = sellers.seller_id and status <> 'completed') as "isSelling"
     from sellers left join payment_accounts using (seller_id)
     where mode = 'live' and suspended_at is null and charges_enabled is not true
     order by "isSelling" desc, name limit ${maxShown + 1}`,
  );
  if (rows.length === 0) return [fine(subject, 'Every live seller can be paid.')];
  const named = rows.slice(0, maxShown).map(({ name, account, disabledReason }) => {
    const facts = [account ?? 'no account', disabledReason].filter((fact) => fact !== null);
    return `${name} (${facts.join(', ')})`;
  });
  const found = `These live sellers take no bids: ${named.join(', ')}${rows.length > maxShown ? ' and more' : ''}.`;
  const remedy =
    'Let them finish the onboarding (createPaymentOnboardingLink), or connect an account (connectPaymentAccount).';
  return [rows.some(({ isSelling }) => isSelling) ? fault(subject, found, remedy) : notice(subject, found, remedy)];
}

/**
 * Compares the keys that have sealed the secrets in the database with those of the configuration: each that is needed must be there, and
 * an earlier one that opens nothing can go.
 */
export async function checkSecrets(
  connection: Pick<Connection, 'query'>,
  { secretsKeys }: Pick<Config, 'secretsKeys'>,
): Promise<CheckResult[]> {
  const subject = 'Secrets';
  const parts = sealedColumns.map(({ table, column }) => `select ${keyIdIn(column)} as "keyId" from ${table}`);
  const { rows } = await connection.query<{ readonly keyId: string; readonly secrets: number }>(
    `select "keyId", count(*)::int as secrets from (${parts.join(' union all ')}) sealed
     where "keyId" is not null group by 1 order by 1`,
  );
  const ids = secretsKeys.map(keyIdOf);
  const missing = rows.filter(({ keyId }) => !ids.includes(keyId));
  const idle = ids.slice(1).filter((id) => !rows.some(({ keyId }) => keyId === id));
  const faults = missing.map(({ keyId, secrets }) =>
    fault(
      subject,
      `${secrets} are sealed with the key ${keyId}, which is not configured: they cannot be used.`,
      'Add that key to SECRETS_KEY_PREVIOUS.',
    ),
  );
  const notices = idle.map((id) =>
    notice(subject, `The key ${id} of SECRETS_KEY_PREVIOUS opens nothing.`, 'Remove it from SECRETS_KEY_PREVIOUS.'),
  );
  if (faults.length + notices.length > 0) return [...faults, ...notices];
  return [fine(subject, 'Every key is configured that a secret in the database needs, and no other.')];
}
