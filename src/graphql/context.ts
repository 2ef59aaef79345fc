import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { FollowAuction } from '../auctions/follow-auctions.ts';
import type { FollowBids } from '../bids/follow-bids.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { runField } from '../api/plans/read-row.ts';
import { findLedgers, type LedgerEntry } from '../books/ledger.ts';
import type { Deps } from '../deps.ts';

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
  /** The secrets in the answer, which are not stored with it. */
  readonly secrets: Set<string>;
  /** Absent in `/v1`, which has no subscriptions. */
  readonly following?: { readonly auction: FollowAuction; readonly bids: FollowBids };
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
    secrets: new Set(),
    ...(runPlanned !== undefined && { runPlanned }),
    ledgerOfAuction: new DataLoader((auctionIds: readonly string[]) => findLedgers(deps.db, auctionIds)),
  };
}

/**
 * The resolver of every planned field of Query and Mutation. Its type is that of the schema. Without a plan that was made ahead, the
 * field plans its own selection, so any GraphQL server can execute the schema.
 */
export const fromPlan = (_: unknown, __: unknown, context: Context, info: GraphQLResolveInfo) =>
  (context.runPlanned?.(String(info.path.key)) ?? runField(context.deps, viewerOf(context), info)) as Promise<never>;

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
