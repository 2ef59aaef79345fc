import type { BidDeps } from '../bids/bid-deps.ts';
import type { Database } from '../db/database.ts';
import { isUuid } from '../core/uuid.ts';
import { lockAuction } from '../db/lock-auction.ts';
import { type Authorization, authorizationColumns } from '../payments/authorization.ts';
import type { Gateway, Unknown } from '../payments/gateway.ts';
import type { CallPriority } from '../payments/work-kinds.ts';
import type { ListedPayment } from '../payments/listed-payment.ts';
import type { ProviderEvent } from '../payments/provider-event.ts';
import { followPayment } from '../settlement/follow-payment.ts';
import type { HoldReason } from '../settlement/settlement-holds.ts';
import { compare, type DifferenceKind } from './difference.ts';
import { readReversals } from './follow-reversals.ts';

/** A payment that the provider and our books describe differently. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly auctionId: string | null;
  readonly reference: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly oursInCents: number | null;
  readonly theirsInCents: number | null;
  /** `repaired` and `person` only where repair was asked for. */
  readonly remedy: 'repairable' | 'repaired' | 'person';
  /** The books know neither the payment nor its seller: another deployment uses the same account of the provider. */
  readonly isForeign: boolean;
}

export interface ReconcileOptions {
  readonly since: Date;
  /** `null`: payments of all auctions. */
  readonly auctionId: string | null;
  /**
   * Cancels payments that our books lack, records ends of holds, releases money that is held for a closed row, and records
   * refunds and disputes. Captured money is left to a person, and holds the settlement of its auction until then.
   */
  readonly repair: boolean;
  /**
   * With `repair`, reads what became of every captured payment: a call for each. Otherwise only of those that the list shows as
   * refunded or disputed.
   */
  readonly allReversals: boolean;
  /** How urgent its calls to the provider are. */
  readonly priority: CallPriority;
  /** Called after each page of payments. */
  readonly onPage?: () => Promise<void>;
}

/** Compares all payments of a provider since an instant with our books. */
export async function reconcile(deps: BidDeps, gateway: Gateway, options: ReconcileOptions): Promise<Difference[]> {
  const differences: Difference[] = [];
  const captured: ListedPayment[] = [];
  let after: string | null = null;
  do {
    const page = await reconcilePage(deps, gateway, { ...options, after });
    differences.push(...page.differences);
    captured.push(...page.captured);
    after = page.next;
    await options.onPage?.();
  } while (after !== null);
  return [...differences, ...twoCaptures(captured)];
}

/** The provider takes no more calls at the moment, or more urgent calls use all that it takes. */
export class ProviderBusy extends Error {
  override name = 'ProviderBusy';
}

function noAnswer(failure: string, { reason, isOverloaded }: Unknown): Error {
  const message = `${failure}: ${reason}`;
  return isOverloaded === true ? new ProviderBusy(message) : new Error(message);
}

/** The result of comparing one page of a provider's list. */
export interface ReconciledPage {
  readonly differences: readonly Difference[];
  /** The captured payments of the page. */
  readonly captured: readonly ListedPayment[];
  /** Where the next page begins; `null`: this was the last one. */
  readonly next: string | null;
}

/**
 * Compares one page of a provider's list of payments with our books.
 *
 * @param page.after `next` of the page before; `null`: the first page
 * @throws when the provider gives no answer
 */
export async function reconcilePage(
  deps: BidDeps,
  gateway: Gateway,
  page: ReconcileOptions & { readonly after: string | null },
): Promise<ReconciledPage> {
  const { since, after, auctionId, repair, allReversals, priority } = page;
  const listed = await gateway.list({ since, after, priority });
  if (listed.outcome === 'unknown') throw noAnswer(`The payments of ${gateway.name} cannot be listed`, listed);
  const payments = listed.payments.filter((payment) => auctionId === null || payment.auctionId === auctionId);
  const books = await readBooks(deps.db, gateway, payments);
  const differences: Difference[] = [];
  const agreeing: string[] = [];
  for (const theirs of payments) {
    const ours = books.get(theirs.reference) ?? null;
    const found = compare(ours, theirs) === null ? null : await compareAgain(deps, gateway, theirs, { ours, priority });
    if (found !== null) differences.push(await treat(deps, gateway, found, repair));
    else {
      agreeing.push(theirs.reference);
      if (repair && ours?.state === 'captured' && (allReversals || theirs.isReversed)) await readReversals(deps, ours);
    }
  }
  await clearHolds(deps.db, gateway, agreeing);
  return { differences, captured: payments.filter(({ state }) => state === 'captured'), next: listed.next };
}

/**
 * Reads the rows of payments: a row names its payment once the provider has answered, and until then the payment names the
 * row in its metadata. The books' own word comes first: metadata can be lost or edited at the provider.
 *
 * @returns the rows by the provider's reference
 */
async function readBooks(
  db: Database,
  { name }: Gateway,
  payments: readonly ListedPayment[],
): Promise<Map<string, Authorization>> {
  const ids = payments.flatMap(({ authorizationId: id }) => (id !== null && isUuid(id) ? [id] : []));
  const { rows } = await db.query<Authorization>(
    `select ${authorizationColumns} from authorizations
     where provider = $2 and (authorization_id = any($1::uuid[]) or provider_reference = any($3))`,
    [ids, name, payments.map(({ reference }) => reference)],
  );
  const byId = new Map(rows.map((row) => [row.authorizationId, row]));
  const byReference = new Map(rows.map((row) => [row.providerReference, row]));
  return new Map(
    payments.flatMap(({ reference, authorizationId }) => {
      const row = byReference.get(reference) ?? byId.get(authorizationId ?? '');
      return row === undefined ? [] : [[reference, row]];
    }),
  );
}

interface Confirmed {
  readonly kind: DifferenceKind;
  readonly ours: Authorization | null;
  readonly theirs: ListedPayment;
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
  listed: ListedPayment,
  { ours: first, priority }: { ours: Authorization | null; priority: CallPriority },
): Promise<Confirmed | null> {
  let before = first;
  for (let reads = 1; ; reads += 1) {
    const read = await gateway.read({ reference: listed.reference, priority });
    if (read.outcome === 'unknown') throw noAnswer('A payment cannot be read', read);
    // A capture since the list was read: the gateway captures the whole amount.
    const isNew = read.outcome === 'captured' && listed.state !== 'captured';
    const theirs = { ...listed, state: read.outcome, ...(isNew && { capturedInCents: listed.amountInCents }) };
    const ours = (await readBooks(db, gateway, [listed])).get(listed.reference) ?? null;
    const kind = compare(ours, theirs);
    if (kind === null) return null;
    const isStable = ours?.attempt === before?.attempt && ours?.state === before?.state;
    if (isStable || reads === maxReads) return { kind, ours, theirs };
    before = ours;
  }
}

const eventKinds: Partial<Record<ListedPayment['state'], ProviderEvent['kind']>> = {
  authorized: 'held',
  released: 'released',
  expired: 'lapsed',
};

async function treat(deps: BidDeps, gateway: Gateway, found: Confirmed, repair: boolean): Promise<Difference> {
  const { kind, ours, theirs } = found;
  const isKnown = ours !== null || (await isSellerKnown(deps.db, theirs.sellerId));
  const isRepairable =
    kind === 'unknown_payment'
      ? theirs.state !== 'captured' && isKnown
      : kind === 'state' && eventKinds[theirs.state] !== undefined && ours?.state !== 'captured';
  const isRepaired = isRepairable && repair && (await repairPayment(deps, gateway, found));
  const isCapturedElsewhere = theirs.state === 'captured' && ours?.state !== 'captured';
  if (repair && (isCapturedElsewhere || (isRepairable && !isRepaired))) await holdAuction(deps, gateway, found);
  return {
    kind,
    auctionId: ours?.auctionId ?? theirs.auctionId,
    reference: theirs.reference,
    ours: ours?.state ?? null,
    theirs: theirs.state,
    oursInCents: ours?.valueInCents ?? null,
    theirsInCents: theirs.capturedInCents > 0 ? theirs.capturedInCents : theirs.amountInCents,
    remedy: isRepaired ? 'repaired' : isRepairable ? 'repairable' : 'person',
    isForeign: !isKnown,
  };
}

/** Another deployment may use the same account of the provider: its payments are left alone. */
async function isSellerKnown(db: Database, sellerId: string | null): Promise<boolean> {
  if (sellerId === null || !isUuid(sellerId)) return false;
  const { rowCount } = await db.query('select from sellers where seller_id = $1', [sellerId]);
  return rowCount === 1;
}

async function repairPayment(deps: BidDeps, gateway: Gateway, { kind, ours, theirs }: Confirmed): Promise<boolean> {
  const { reference, authorizationId, state } = theirs;
  if (kind === 'unknown_payment') {
    const answer = await gateway.release({ reference, idempotencyKey: `reconcile:${reference}` });
    if (answer.outcome === 'unknown') throw noAnswer('A payment cannot be cancelled', answer);
    return answer.outcome === 'released' || answer.outcome === 'expired';
  }
  await followPayment(deps, gateway.name, { kind: eventKinds[state]!, reference, authorizationId });
  const now = (await readBooks(deps.db, gateway, [theirs])).get(reference);
  return now !== undefined && now.state !== ours?.state;
}

/**
 * Holds the settlement of an open auction of which the provider has captured a payment, or may still capture one, and the books
 * have not: nobody else may be asked to pay. A hold of the same payment that an operator has cleared stays cleared.
 */
async function holdAuction({ db, log }: BidDeps, gateway: Gateway, { ours, theirs }: Confirmed): Promise<void> {
  const auctionId = ours?.auctionId ?? theirs.auctionId;
  if (auctionId === null || !isUuid(auctionId)) return;
  const isHeld = await db.transaction(async (tx) => {
    await tx.query(lockAuction(auctionId));
    const { rowCount } = await tx.query(
      `insert into settlement_holds (reason, auction_id, authorization_id, provider, provider_reference, amount_in_cents)
       select $1, auction_id, $3, $4, $5, $6 from auctions
       where auction_id = $2 and status <> 'completed' and not exists (
         select from authorizations where authorization_id = $3 and state in ('capturing', 'captured'))
       on conflict (auction_id, provider_reference) do update set cleared_at = null, cleared_because = null
       where settlement_holds.cleared_because = $7`,
      [
        'payment_differs' satisfies HoldReason,
        auctionId,
        ours?.authorizationId ?? null,
        gateway.name,
        theirs.reference,
        theirs.amountInCents,
        paymentAgrees,
      ],
    );
    return rowCount !== 0;
  });
  if (!isHeld) return;
  log.error(
    { auctionId, authorizationId: ours?.authorizationId ?? null, provider: gateway.name, reference: theirs.reference },
    'The provider has captured a payment that the books do not show as captured, or does not cancel one: the settlement of its auction is held.',
  );
}

const paymentAgrees = 'the books and the provider agree';

/** Ends the holds of auctions whose payments no longer differ. */
async function clearHolds(db: Database, gateway: Gateway, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  await db.query(
    `update settlement_holds set cleared_at = clock_timestamp(), cleared_because = $3
     where cleared_at is null and provider = $1 and provider_reference = any($2)`,
    [gateway.name, references, paymentAgrees],
  );
}

function twoCaptures(captured: readonly ListedPayment[]): Difference[] {
  const known = captured.filter(({ auctionId }) => auctionId !== null);
  return [...Map.groupBy(known, ({ auctionId }) => auctionId)].flatMap(([auctionId, ofAuction]) =>
    ofAuction.length < 2
      ? []
      : ofAuction.map(({ reference, state, capturedInCents }) => ({
          kind: 'two_captures' as const,
          auctionId,
          reference,
          ours: null,
          theirs: state,
          oursInCents: null,
          theirsInCents: capturedInCents,
          remedy: 'person' as const,
          isForeign: false,
        })),
  );
}
