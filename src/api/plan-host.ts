import type { Frame, Host, ReadRow } from '#one-statement/host.ts';
import type { z } from 'zod';
import type { Check } from '../auctions/auction-faults.ts';
import type { Precondition } from '../auctions/change-auction.ts';
import { firstOwnParameter, queryArrayAs, withViewer } from '../platform/auth/query-as.ts';
import { checkInput } from '../core/check-input.ts';
import type { Config } from '../platform/config.ts';
import { Refusal, type RefusalCode } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { nowOfSeller, nowOfSellersRow } from '../platform/db/seller-clock.ts';
import type { Deps } from '../payments/deps.ts';
import { traced } from '../platform/tracing/span.ts';

/** The request that a planned field works for. */
export interface PlanRequest {
  readonly deps: Deps;
  readonly viewer: Viewer;
  /** For a change by a route of `/v1`, which has checked the arguments. */
  readonly route?: { readonly precondition: Precondition | null };
}

/** The settings that the texts of fields are composed of. */
export type PlanEnvironment = Pick<Config, 'publicUrl'>;

const notFound: Readonly<Record<string, RefusalCode>> = { auctions: 'auction_not_found', bids: 'bid_not_found' };

const usualFrame: Frame = { name: '', with: withViewer, from: 'from viewer sellers' };

/**
 * Makes the host of the plans: each statement checks the key, reads at the seller's instant, and shows what the key shows. For an operator,
 * the instant is that of the auction's own seller.
 */
export function planHost(environment: PlanEnvironment, isForOperator: boolean): Host<PlanRequest> {
  return {
    now: isForOperator ? nowOfSeller('auctions.seller_id') : nowOfSellersRow,
    firstParameter: firstOwnParameter,
    environment,
    frame: ({ viewer: { auctionIds } }, parameter) =>
      auctionIds == null
        ? usualFrame
        : { ...usualFrame, name: 'shown', with: `${withViewer}, ${showingOnly(parameter(auctionIds))}` },
    read: ({ deps, viewer }, statement, isQuick) => queryArrayAs<ReadRow>(deps.db, viewer, statement, isQuick),
    notFound: (table) => new Refusal(notFound[table] ?? 'not_found'),
    observe: traced,
  };
}

/** Takes the place of the tables in a statement, which then has no other auctions and no other bids, wherever it reads them. */
function showingOnly(auctionIds: string): string {
  const own = (table: string) =>
    `${table} as not materialized (select * from ${table} where seller_id = $1 and auction_id = any(${auctionIds}::uuid[]))`;
  return `${own('auctions')}, ${own('bids')}`;
}

/** Makes the check of a change's arguments by the schema with which its resolver checks them. */
export function checkedBy(schemaOf: (request: PlanRequest) => z.ZodType) {
  return async (request: PlanRequest, args: object): Promise<void> => void checkInput(schemaOf(request), args);
}

/** Makes the check of a planned change's arguments, which returns them with their defaults. */
export function checking(check: Check) {
  return async ({ deps, viewer }: PlanRequest, args: object): Promise<never> => {
    const { faults, input } = await check(deps.db, viewer, args);
    if (faults.length > 0) throw new Refusal('invalid_request', { faults });
    return input as never;
  };
}
