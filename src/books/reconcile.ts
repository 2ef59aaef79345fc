import type { BidDeps } from '../bids/bid-deps.ts';
import type { Database } from '../db/database.ts';
import { isUuid } from '../core/uuid.ts';
import { type Authorization, authorizationColumns } from '../payments/authorization.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { ListedPayment } from '../payments/listed-payment.ts';
import type { ProviderEvent } from '../payments/provider-event.ts';
import { followPayment } from '../settlement/follow-payment.ts';
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
}

/**
 * Compares the payments of a provider since an instant with our books.
 *
 * @param options.repair cancels payments that our books lack, records ends of holds, releases money that is held for a
 *   closed row, and records refunds and disputes; captured money is left to a person
 */
export async function reconcile(
  deps: BidDeps,
  gateway: Gateway,
  { since, auctionId, repair }: { since: Date; auctionId: string | null; repair: boolean },
): Promise<Difference[]> {
  const listed = await gateway.list({ since });
  if (listed.outcome === 'unknown')
    throw new Error(`The payments of ${gateway.name} cannot be listed: ${listed.reason}`);
  const payments = listed.payments.filter((payment) => auctionId === null || payment.auctionId === auctionId);
  const books = await readBooks(deps.db, gateway, payments);
  const differences: Difference[] = [];
  for (const theirs of payments) {
    const ours = books.get(theirs.authorizationId ?? '') ?? null;
    const kind = compare(ours, theirs);
    if (kind !== null) {
      const confirmed = await compareAgain(deps, gateway, theirs, ours);
      if (confirmed !== null) differences.push(await treat(deps, gateway, confirmed, repair));
    } else if (repair && ours?.state === 'captured') await readReversals(deps, ours);
  }
  return [...differences, ...twoCaptures(payments)];
}

async function readBooks(
  db: Database,
  { name }: Gateway,
  payments: readonly ListedPayment[],
): Promise<Map<string, Authorization>> {
  const ids = payments.flatMap(({ authorizationId: id }) => (id !== null && isUuid(id) ? [id] : []));
  const { rows } = await db.query<Authorization>(
    `select ${authorizationColumns} from authorizations where authorization_id = any($1::uuid[]) and provider = $2`,
    [ids, name],
  );
  return new Map(rows.map((row) => [row.authorizationId, row]));
}

interface Confirmed {
  readonly kind: DifferenceKind;
  readonly ours: Authorization | null;
  readonly theirs: ListedPayment;
}

/** Reads the payment and our books once more: what is under way differs for a moment. */
async function compareAgain(
  { db }: BidDeps,
  gateway: Gateway,
  listed: ListedPayment,
  before: Authorization | null,
): Promise<Confirmed | null> {
  const { outcome: state } = await gateway.read({ reference: listed.reference, priority: 'release' });
  const theirs = { ...listed, state };
  const ours = (await readBooks(db, gateway, [listed])).get(listed.authorizationId ?? '') ?? null;
  const kind = ours?.attempt === before?.attempt && ours?.state === before?.state ? compare(ours, theirs) : null;
  return kind === null ? null : { kind, ours, theirs };
}

const eventKinds: Partial<Record<ListedPayment['state'], ProviderEvent['kind']>> = {
  authorized: 'held',
  released: 'released',
  expired: 'lapsed',
};

async function treat(deps: BidDeps, gateway: Gateway, found: Confirmed, repair: boolean): Promise<Difference> {
  const { kind, ours, theirs } = found;
  const isRepairable =
    kind === 'unknown_payment'
      ? theirs.state !== 'captured' && (await isSellerKnown(deps.db, theirs.sellerId))
      : kind === 'state' && eventKinds[theirs.state] !== undefined && ours?.state !== 'captured';
  const isRepaired = isRepairable && repair && (await repairPayment(deps, gateway, found));
  return {
    kind,
    auctionId: ours?.auctionId ?? theirs.auctionId,
    reference: theirs.reference,
    ours: ours?.state ?? null,
    theirs: theirs.state,
    oursInCents: ours?.valueInCents ?? null,
    theirsInCents: theirs.capturedInCents > 0 ? theirs.capturedInCents : theirs.amountInCents,
    remedy: isRepaired ? 'repaired' : isRepairable ? 'repairable' : 'person',
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
    return answer.outcome === 'released' || answer.outcome === 'expired';
  }
  await followPayment(deps, gateway.name, { kind: eventKinds[state]!, reference, authorizationId });
  const now = (await readBooks(deps.db, gateway, [theirs])).get(authorizationId ?? '');
  return now !== undefined && now.state !== ours?.state;
}

function twoCaptures(payments: readonly ListedPayment[]): Difference[] {
  const captured = payments.filter(({ state, auctionId }) => state === 'captured' && auctionId !== null);
  return [...Map.groupBy(captured, ({ auctionId }) => auctionId)].flatMap(([auctionId, ofAuction]) =>
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
        })),
  );
}
