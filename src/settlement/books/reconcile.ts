import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import { isOutage } from '../../core/outage.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Connection } from '../../platform/db/database.ts';
import { isCaptured, isKept } from '../../payments/holds/captured-money.ts';
import { type Authorization, authorizationColumns } from '../../payments/holds/authorization.ts';
import type { Gateway, ListedPayment } from '../../payments/providers/gateway.ts';
import type { Unknown } from '../../payments/providers/observation.ts';
import type { CallPriority } from '../../payments/providers/work-kinds.ts';
import { readReversals } from '../reversals/read-reversals.ts';
import { findUnbalanced } from './ledger.ts';
import {
  clearHolds,
  compare,
  type Confirmed,
  type Difference,
  type Pair,
  readBooks,
  treatDifference,
} from './treat-difference.ts';

/** Which payments are compared, and what is done about differences. */
interface Scope {
  readonly since: Date;
  /** Absent: payments of all auctions. */
  readonly auctionId?: string | undefined;
  /**
   * Cancels payments that our books lack, records ends of holds, releases money that is held for a closed row, and records
   * captures, refunds and disputes. Captured money that our books lack is left to an operator, and holds the settlement of its auction until
   * the payment agrees with the books.
   */
  readonly repair: boolean;
  /**
   * With `repair`, reads what became of every captured payment: a call for each. Otherwise only of those that the list shows as
   * refunded or disputed.
   */
  readonly allReversals?: boolean;
  /** How urgent its calls to the provider are. */
  readonly priority: CallPriority;
  /** Called after each payment that the provider was asked about: a page of them may take minutes. */
  readonly onAsked?: () => Promise<void>;
}

/** Marks a place among the older payments, in place of one in the provider's list. */
const openPrefix = 'open:';

/**
 * Compares the payments of a provider since an instant with our books, and then older ones that are open in our books: page by page.
 *
 * @param after `next` of an earlier comparison, which goes on there; `null`: it begins
 * @returns the differences of each page, and where the next one begins; `null`: this was the last one
 * @throws when the provider lists no payments, or takes no more calls. A payment that cannot be compared is one of the differences
 */
export async function* reconcile(
  deps: BidDeps,
  gateway: Gateway,
  scope: Scope,
  after: string | null = null,
): AsyncGenerator<{ differences: Difference[]; next: string | null }> {
  const { repair, allReversals = false, onAsked } = scope;
  const paid: PaidAuctions = new Map();
  let next = after;
  do {
    const readPage = next?.startsWith(openPrefix) === true ? readOpen : readListed;
    const page: Page = await readPage(deps, gateway, scope, next);
    const differences: Difference[] = [];
    const payments: ListedPayment[] = [];
    for await (const pair of page.pairs) {
      const { ours, theirs } = pair;
      payments.push(theirs);
      const differs = compare(ours, theirs) !== null;
      const mayBeReversed = repair && ours !== null && (allReversals || theirs.isReversed);
      try {
        const found = differs ? await compareAgain(deps, gateway, pair, scope) : null;
        if (found !== null) differences.push(await treatDifference(deps, gateway, found, repair));
        if (mayBeReversed) await readReversals(deps, ours.authorizationId);
      } catch (error) {
        if (error instanceof ProviderBusy || isOutage(error)) throw error;
        // The payments after it are compared all the same.
        deps.log.error(
          { err: error, provider: gateway.name, reference: theirs.reference },
          'A payment could not be compared.',
        );
        const observation = { outcome: 'unknown', reason: (error as Error).message } as const;
        differences.push(await treatDifference(deps, gateway, { ...pair, kind: 'uncompared', observation }, repair));
      }
      if (differs || mayBeReversed || readPage === readOpen) await onAsked?.();
    }
    const differing = new Set(
      differences.filter(({ remedy }) => remedy !== 'repaired').map(({ reference }) => reference),
    );
    const agreeing = payments.map(({ reference }) => reference).filter((reference) => !differing.has(reference));
    if (repair) await clearHolds(deps.db, gateway, agreeing);
    next = page.next;
    yield { differences: [...differences, ...(await checkCaptured(deps.db, payments, paid))], next };
  } while (next !== null);
}

interface Page {
  readonly pairs: Iterable<Pair> | AsyncIterable<Pair>;
  readonly next: string | null;
}

async function readListed(
  { db }: BidDeps,
  gateway: Gateway,
  { since, auctionId, priority }: Scope,
  after: string | null,
): Promise<Page> {
  const listed = await gateway.list({ since, after, priority });
  if (listed.outcome === 'unknown') throw noAnswer(`The payments of ${gateway.name} cannot be listed`, listed);
  const books = await readBooks(db, gateway, listed.payments);
  const pairs = listed.payments
    .map((payment) => {
      const ours = books.get(payment.reference) ?? null;
      // The books know the auction of a payment also where its metadata were lost.
      return { ours, theirs: { ...payment, auctionId: ours?.auctionId ?? payment.auctionId } };
    })
    .filter(({ theirs }) => auctionId === undefined || theirs.auctionId === auctionId);
  return { pairs, next: listed.next ?? openPrefix };
}

/** Bounds the payments that are read in one page: a call for each. */
const openPageSize = 100;

/**
 * Reads payments that our books show as open, and that were opened before the instant since which the provider's list
 * is compared. An event about a hold can get lost however old the hold is.
 */
async function readOpen(
  { db, log }: BidDeps,
  gateway: Gateway,
  { since, auctionId, priority }: Scope,
  after: string | null,
): Promise<Page> {
  const { rows } = await db.query<Authorization>({
    name: 'find-open-payments',
    text: `
      select ${authorizationColumns} from authorizations
      where closed_at is null and provider = $1 and provider_reference is not null and created_at < $2
        and ($3::uuid is null or authorization_id > $3) and ($4::uuid is null or auction_id = $4)
      order by authorization_id limit ${openPageSize}`,
    values: [gateway.name, since, after!.slice(openPrefix.length) || null, auctionId],
  });
  return {
    pairs: readEach(),
    next: rows.length === openPageSize ? openPrefix + rows.at(-1)!.authorizationId : null,
  };

  async function* readEach(): AsyncIterable<Pair> {
    for (const ours of rows) {
      const { authorizationId, valueInCents: amountInCents, providerReference } = ours;
      const reference = providerReference!;
      const read = await gateway.read({ reference, priority });
      if (read.outcome === 'unknown') {
        if (read.isOverloaded === true) throw noAnswer('A payment cannot be read', read);
        log.warn(
          { authorizationId, reason: read.reason },
          'A payment could not be compared; the next comparison tries again.',
        );
        continue;
      }
      const capturedInCents = read.outcome === 'captured' ? read.capturedInCents : 0;
      const isReversed = ours.state === 'captured_outside';
      yield {
        ours,
        theirs: { ...ours, reference, amountInCents, capturedInCents, state: read.outcome, isReversed, renews: null },
      };
    }
  }
}

/** A row that changes this often between two reads is left as it was read last. */
const maxReads = 5;

/**
 * Reads the payment and our books once more, until the row stays the same meanwhile: what is under way differs for a moment.
 *
 * @throws when the provider gives no answer
 */
async function compareAgain(
  { db }: BidDeps,
  gateway: Gateway,
  { ours: first, theirs: listed }: Pair,
  { priority }: Scope,
): Promise<Confirmed | null> {
  let before = first;
  for (let reads = 1; ; reads += 1) {
    const read = await gateway.read({ reference: listed.reference, priority });
    if (read.outcome === 'unknown') throw noAnswer('A payment cannot be read', read);
    const capturedInCents = read.outcome === 'captured' ? read.capturedInCents : 0;
    const theirs = { ...listed, state: read.outcome, capturedInCents };
    const ours = (await readBooks(db, gateway, [listed])).get(listed.reference) ?? null;
    const kind = compare(ours, theirs);
    if (kind === null) return null;
    const isStable = ours?.attempt === before?.attempt && ours?.state === before?.state;
    if (isStable || reads === maxReads) return { kind, ours, theirs, observation: read };
    before = ours;
  }
}

/** The captured payments of each auction that were not given back, by their references. */
type PaidAuctions = Map<string, Set<string>>;

/**
 * Checks the auctions of captured payments. Finds the payments whose auction has another captured payment, at the provider or in
 * our books, as two bidders have paid and neither has the money back; and the auctions whose books do not balance.
 *
 * @param payments those of a page
 * @param paid what earlier pages have shown; the function adds what this page shows
 */
async function checkCaptured(
  connection: Connection,
  payments: readonly ListedPayment[],
  paid: PaidAuctions,
): Promise<Difference[]> {
  const captured = payments.flatMap((payment) => {
    const { auctionId, state } = payment;
    if (state !== 'captured' || auctionId === null || !isUuid(auctionId)) return [];
    // PostgreSQL writes ids in lower case, and metadata can be edited at the provider.
    return [{ ...payment, auctionId: auctionId.toLowerCase() }];
  });
  if (captured.length === 0) return [];
  const auctionIds = [...new Set(captured.map(({ auctionId }) => auctionId))];
  const { rows } = await connection.query<{ auctionId: string; reference: string; isKept: boolean }>({
    name: 'find-captured-of-auctions',
    text: `
      select auction_id as "auctionId", provider_reference as reference, ${isKept('a')} as "isKept" from authorizations a
      where auction_id = any($1::uuid[]) and ${isCaptured('a')}`,
    values: [auctionIds],
  });
  const givenBack = new Set(rows.filter((row) => !row.isKept).map(({ reference }) => reference));
  for (const { auctionId, reference } of [...captured, ...rows]) {
    const references = paid.get(auctionId) ?? new Set();
    if (givenBack.has(reference)) references.delete(reference);
    else references.add(reference);
    paid.set(auctionId, references);
  }
  const twoCaptures = captured
    .filter(({ auctionId, reference }) => !givenBack.has(reference) && paid.get(auctionId)!.size > 1)
    .map(({ auctionId, reference, state, capturedInCents }) => ({
      ...forOperator,
      kind: 'two_captures' as const,
      auctionId,
      reference,
      theirs: state,
      theirsInCents: capturedInCents,
    }));
  const unbalanced = await findUnbalanced(connection, auctionIds);
  return [
    ...twoCaptures,
    ...unbalanced.map((auctionId) => ({ ...forOperator, kind: 'unbalanced' as const, auctionId })),
  ];
}

/** A difference that an operator has to look at. */
const forOperator = {
  reference: null,
  ours: null,
  theirs: null,
  oursInCents: null,
  theirsInCents: null,
  remedy: 'operator',
  isForeign: false,
} as const;

/** The provider takes no more calls at the moment, or more urgent calls use all that it takes. */
export class ProviderBusy extends Error {
  override name = 'ProviderBusy';
}

/** Makes the error of a provider that gives no clear answer. */
function noAnswer(failure: string, { reason, isOverloaded }: Unknown): Error {
  const message = `${failure}: ${reason}`;
  return isOverloaded === true ? new ProviderBusy(message) : new Error(message);
}
