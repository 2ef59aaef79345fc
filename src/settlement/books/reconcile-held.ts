import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Gateway } from '../../payments/providers/gateway.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import { findOpenSettlementHolds, type SettlementHold } from '../settlement-holds.ts';
import { reconcile } from './reconcile.ts';
import {
  addDifferences,
  claimReconciliation,
  giveBackReconciliation,
  keepReconciliation,
  recordPass,
} from './reconciliations.ts';

/** More than the clocks of the service and its providers differ, and than a request is under way. */
const marginMs = 3_600_000;

const retrySeconds = 10;

/**
 * Compares the books with all payments that a restored or promoted database may lack, and ends the holds of everything: each
 * payment is then in the books, cancelled, or holds the settlement of its own auction. Only one process compares at a time.
 */
export async function reconcileHeld(deps: BidDeps, everySeconds: number, signal?: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const holds = (await findOpenSettlementHolds(db, { first: 10 })).nodes.filter(({ auctionId }) => auctionId === null);
  if (holds.length === 0) return;
  const gateways = Object.values(deps.gateways).filter((gateway) => gateway !== null);
  // The simulated provider is always there: its claim stands for all of them.
  const claim = await claimReconciliation(db, 'simulated', { isUrgent: true });
  if (claim === null) return;
  const keep = async () => {
    signal?.throwIfAborted();
    await keepReconciliation(db, claim);
  };
  try {
    const missing = await findUnconfigured(db, gateways);
    if (missing.length > 0)
      throw new Error(`The books have payments of ${missing.join(', ')}, which is not configured.`);
    // Captures wait for it: its calls are as urgent as a bid's.
    const since = await firstRelevantInstant(db, holds);
    const scope = { since, repair: true, priority: 'bid', onAsked: keep } as const;
    for (const gateway of gateways) {
      const { name: provider } = gateway;
      const own = provider === claim.provider ? claim : await claimReconciliation(db, provider, { isUrgent: true });
      let found = {};
      for await (const { differences } of reconcile(deps, gateway, scope)) {
        for (const difference of differences)
          log.warn({ provider, ...difference }, 'The books and the provider differ.');
        found = addDifferences(found, differences);
        await keep();
      }
      if (own !== null) await recordPass(db, own, { next: null, found, nextInSeconds: everySeconds });
    }
  } catch (error) {
    log.error(
      { err: error },
      'Settlement is still held: the books could not be compared with the providers; retrying.',
    );
    await giveBackReconciliation(db, claim, { failure: (error as Error).message, nextInSeconds: retrySeconds });
    return;
  }
  if (await endSettlementHolds(db, holds))
    log.warn('The books were compared with the providers: auctions are settled again.');
}

/** Payments of providers that are not configured cannot be read. */
async function findUnconfigured(connection: Connection, gateways: readonly Gateway[]): Promise<ProviderName[]> {
  const { rows } = await connection.query<{ provider: ProviderName }>(
    `select name as provider from unnest(enum_range(null::payment_provider)) as name
     where name <> all($1::payment_provider[]) and exists (select from authorizations where provider = name)`,
    [gateways.map(({ name }) => name)],
  );
  return rows.map(({ provider }) => provider);
}

/** Returns the instant since which payments may have been opened, captured or released that the books do not show so. */
async function firstRelevantInstant(connection: Connection, holds: readonly SettlementHold[]): Promise<Date> {
  const { rows } = await connection.query<{ oldest: Date | null }>(
    'select min(created_at) as oldest from authorizations where closed_at is null',
  );
  const instants = [...holds.map(({ lostSince, since }) => lostSince ?? since), rows[0]!.oldest ?? new Date()];
  return new Date(Math.min(...instants.map((instant) => instant.getTime())) - marginMs);
}

/** Ends the holds, unless one of them has begun anew since: the comparison may have begun before. */
async function endSettlementHolds(connection: Connection, holds: readonly SettlementHold[]): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update settlement_holds h set cleared_at = clock_timestamp(), cleared_because = 'the books were compared with the providers'
     from unnest($1::uuid[], $2::timestamptz[]) as read (hold_id, since)
     where h.hold_id = read.hold_id and h.since = read.since and h.cleared_at is null`,
    [holds.map(({ holdId }) => holdId), holds.map(({ since }) => since)],
  );
  return rowCount === holds.length;
}
