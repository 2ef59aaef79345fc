import { randomUUID } from 'node:crypto';
import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockAuction } from '../../platform/db/lock-auction.ts';
import { adoptRenewal } from '../../payments/holds/renew-authorization.ts';
import { type Authorization, authorizationColumns } from '../../payments/holds/authorization.ts';
import type { Gateway, ListedPayment } from '../../payments/providers/gateway.ts';
import { isExpected, moveFor } from '../../payments/holds/move-for.ts';
import type { Observation } from '../../payments/providers/observation.ts';
import { recordSeen } from '../follow-payment.ts';
import type { SettlementHoldReason } from '../settlement-holds.ts';

export const differenceKinds = [
  'unknown_payment',
  'amount',
  'state',
  'two_captures',
  'unbalanced',
  'uncompared',
] as const;

type DifferenceKind = (typeof differenceKinds)[number];

/** A payment that the provider and our books describe differently. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly auctionId: string | null;
  readonly reference: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly oursInCents: number | null;
  readonly theirsInCents: number | null;
  /** `repaired` and `operator` only where repair was asked for. */
  readonly remedy: 'repairable' | 'repaired' | 'operator';
  /** The books know neither the payment nor its seller: another deployment uses the same account of the provider. */
  readonly isForeign: boolean;
}

function isCaptured(ours: Authorization | null): ours is Authorization {
  return ours?.state === 'captured' || ours?.state === 'captured_outside';
}

/**
 * Compares a payment of the provider with our books.
 *
 * @param ours `null`: our books do not have the payment
 * @returns `null` when they agree
 */
export function compare(ours: Authorization | null, theirs: ListedPayment): DifferenceKind | null {
  const isOver = theirs.state === 'released' || theirs.state === 'expired';
  if (ours === null) return isOver ? null : 'unknown_payment';
  // The answer that names the payment may be under way: recovery finds and cancels it.
  if (ours.providerReference === null) {
    const isFoundLater = ours.closedAt === null && theirs.state !== 'captured';
    return isFoundLater || isOver ? null : 'unknown_payment';
  }
  if (ours.providerReference !== theirs.reference) return isOver ? null : 'unknown_payment';
  if (ours.valueInCents !== theirs.amountInCents) return 'amount';
  const isOfOtherAmount = theirs.capturedInCents !== (ours.capturedInCents ?? ours.valueInCents);
  if (theirs.state === 'captured' && isCaptured(ours) && isOfOtherAmount) return 'amount';
  // Unknown to the provider's own gateway: nothing can be said.
  if (theirs.state === 'unknown') return null;
  return isExpected(ours.state, theirs.state) ? null : 'state';
}

/** A payment in our books, if they have it, and at its provider. */
export interface Pair {
  readonly ours: Authorization | null;
  readonly theirs: ListedPayment;
}

/** A difference that was still there when both sides were read again, or a payment that could not be read. */
export interface Confirmed extends Pair {
  readonly kind: DifferenceKind;
  readonly observation: Observation;
}

/**
 * Describes a difference, and with `repair` does what is safe about it. A payment that could not be compared holds the settlement of its
 * auction if it may be captured, or if the books lack it.
 *
 * @throws when the provider gives no answer
 */
export async function treatDifference(
  deps: BidDeps,
  gateway: Gateway,
  found: Confirmed,
  repair: boolean,
): Promise<Difference> {
  const { kind, ours, theirs, observation } = found;
  const isKnown = ours !== null || (await isSellerKnown(deps.db, theirs.sellerId));
  const isRepairable =
    kind === 'unknown_payment'
      ? theirs.state !== 'captured' && isKnown
      : kind === 'amount'
        ? isCaptured(ours) && ours.valueInCents === theirs.amountInCents
        : kind === 'state' && ours !== null && moveFor(ours, observation).move !== null;
  const isRepaired = isRepairable && repair && (await repairPayment(deps, gateway, found));
  const isUnknown = kind === 'uncompared' && ours === null && isKnown;
  const isCapturedElsewhere = theirs.state === 'captured' && !isCaptured(ours);
  if (repair && !isRepaired && (isCapturedElsewhere || isRepairable || isUnknown))
    await holdAuction(deps, gateway, found);
  return {
    kind,
    auctionId: theirs.auctionId,
    reference: theirs.reference,
    ours: ours?.state ?? null,
    theirs: theirs.state,
    oursInCents: ours?.valueInCents ?? null,
    theirsInCents: theirs.capturedInCents > 0 ? theirs.capturedInCents : theirs.amountInCents,
    remedy: isRepaired ? 'repaired' : isRepairable ? 'repairable' : 'operator',
    isForeign: !isKnown,
  };
}

/** Another deployment may use the same account of the provider: its payments are left alone. */
async function isSellerKnown(db: Database, sellerId: string | null): Promise<boolean> {
  if (sellerId === null || !isUuid(sellerId)) return false;
  const { rowCount } = await db.query('select from sellers where seller_id = $1', [sellerId]);
  return rowCount === 1;
}

async function repairPayment(
  deps: BidDeps,
  gateway: Gateway,
  { kind, ours, theirs, observation }: Confirmed,
): Promise<boolean> {
  const { reference } = theirs;
  if (kind === 'unknown_payment') {
    if (await adoptRenewal(deps.db, gateway.name, theirs)) return true;
    // The provider may keep an error under a key: each attempt has its own.
    const answer = await gateway.release({ reference, idempotencyKey: `reconcile:${reference}:${randomUUID()}` });
    if (answer.outcome === 'unknown') {
      deps.log.warn({ reference, provider: gateway.name, reason: answer.reason }, 'A payment could not be cancelled.');
    }
    return answer.outcome === 'released' || answer.outcome === 'expired';
  }
  if (kind === 'amount') return await recordReceived(deps.db, ours!, theirs.capturedInCents);
  return await recordSeen(deps, ours!, observation);
}

/** Records what the provider has received of a captured payment. Its outcome is read again. */
async function recordReceived(db: Database, ours: Authorization, receivedInCents: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update authorizations set captured_in_cents = $2, captured_at = coalesce(captured_at, closed_at), reversals_due_at = clock_timestamp()
     where authorization_id = $1 and state in ('captured', 'captured_outside')`,
    [ours.authorizationId, receivedInCents],
  );
  return rowCount === 1;
}

/**
 * Holds the settlement of an open auction of which the provider has captured a payment, or may still capture one, and the books
 * have not: nobody else may be asked to pay. A hold of the same payment that an operator has cleared stays cleared.
 */
async function holdAuction({ db, log }: BidDeps, gateway: Gateway, { ours, theirs }: Pair): Promise<void> {
  const { auctionId } = theirs;
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
        'payment_differs' satisfies SettlementHoldReason,
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
export async function clearHolds(db: Database, gateway: Gateway, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  await db.query(
    `update settlement_holds set cleared_at = clock_timestamp(), cleared_because = $3
     where cleared_at is null and provider = $1 and provider_reference = any($2)`,
    [gateway.name, references, paymentAgrees],
  );
}

/**
 * Reads the rows of payments: a row names its payment once the provider has answered, and until then the payment names the
 * row in its metadata. The books' own word comes first: metadata can be lost or edited at the provider.
 *
 * @returns the rows by the provider's reference
 */
export async function readBooks(
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
