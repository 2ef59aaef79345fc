import type { Host } from '#one-statement/host.ts';
import DataLoader from 'dataloader';
import { planHost, type PlanRequest } from '../plan-host.ts';
import type { SharedReads } from '../shared-reads.ts';
import type { FollowAuctions } from '../../auctions/follow-auctions.ts';
import type { FollowBids } from '../../auctions/bids/follow-bids.ts';
import { Refusal } from '../../core/refusal.ts';
import { isOperator, type Viewer } from '../../core/viewer.ts';
import { findLedgers, type LedgerEntry } from '../../settlement/books/ledger.ts';
import type { Deps } from '../../payments/deps.ts';

/** The context of a resolver: the request it works for. */
export interface Context {
  readonly deps: Deps;
  /** `null`: no key was sent. Introspection needs none. */
  readonly viewer: Viewer | null;
  readonly requestId: string;
  /** Runs a root field that was planned ahead with its operation, by the field's name in the answer. Absent in other servers. */
  readonly runPlanned?: (responseKey: string) => Promise<unknown>;
  /** Reads the ledgers of many auctions at once. */
  readonly ledgerOfAuction: DataLoader<string, LedgerEntry[]>;
  /** The refusals that payloads answer, by the names of their fields in the answer. */
  readonly refused: Map<string, Refusal>;
  /** The secrets in the answer, which are not stored with it. */
  readonly secrets: Set<string>;
  /** Absent in `/v1`, which has no subscriptions. */
  readonly following?: { readonly auctions: FollowAuctions; readonly bids: FollowBids; readonly reads: SharedReads };
}

export function makeContext(
  deps: Deps,
  viewer: Viewer | null,
  requestId: string,
  runPlanned?: Context['runPlanned'],
): Context {
  return {
    deps,
    viewer: viewer === null ? null : { ...viewer, requestId },
    requestId,
    refused: new Map(),
    secrets: new Set(),
    ...(runPlanned !== undefined && { runPlanned }),
    ledgerOfAuction: new DataLoader((auctionIds: readonly string[]) => findLedgers(deps.db, auctionIds)),
  };
}

/** Returns the host that runs the statements of the schema's fields. */
export function hostOf({ deps, viewer }: Context): Host<PlanRequest> {
  return planHost(deps.config, isOperator(viewer));
}

/**
 * Returns the request of a planned field.
 *
 * @throws Refusal `missing_api_key`
 */
export function planRequestOf(context: Context): PlanRequest {
  return { deps: context.deps, viewer: viewerOf(context) };
}

/**
 * Returns the viewer of the request.
 *
 * @throws Refusal `missing_api_key`
 */
export function viewerOf({ viewer }: Pick<Context, 'viewer'>): Viewer {
  if (viewer === null) throw new Refusal('missing_api_key');
  return viewer;
}

/** Returns a secret that the answer shows once: a replay under an idempotency key omits the secret. */
export function showOnce(secret: string, { secrets }: Pick<Context, 'secrets'>): string {
  secrets.add(secret);
  return secret;
}
