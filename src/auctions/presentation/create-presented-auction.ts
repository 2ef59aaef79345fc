import { alarmsOf } from '../auction-alarms.ts';
import { creationFaults } from '../auction-faults.ts';
import { type CreateAuctionInput, createAuctionInput } from '../auction-input.ts';
import { createAuction } from '../create-auction.ts';
import type { Projection } from '../projection.ts';
import type { Fault } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import { withTransactionalDatabase } from '../../platform/db/transactional-database.ts';
import type { Deps } from '../../payments/deps.ts';
import { presentationInput, updateAuctionPresentation } from './update-auction-presentation.ts';

const presentedInput = createAuctionInput.safeExtend({ presentation: presentationInput.nullish() });

/** The arguments of an auction, and of its page where they come together. */
export type CreatePresentedInput = CreateAuctionInput & { readonly presentation?: object | null | undefined };

/** Returns every fault of the arguments of a creation, as `creationFaults` does. */
export function presentedFaults(connection: Connection, viewer: Viewer, raw: unknown): Promise<Fault[]> {
  return creationFaults(connection, viewer, raw, presentedInput);
}

/**
 * Creates an auction as `createAuction` does, together with what its page shows: both or neither. Arms its alarms.
 *
 * @param input an input without `presentedFaults`
 * @throws Refusal as `createAuction`; `invalid_request` for a picture that does not exist
 */
export async function createPresentedAuction<Row extends object>(
  deps: Pick<Deps, 'db' | 'alarms' | 'gateways'>,
  viewer: Viewer,
  { presentation, ...given }: CreatePresentedInput,
  projection: Projection<Row>,
): Promise<Row & { readonly auctionId: string }> {
  // The default of GraphQL takes the place of an absent field only. A null that was left out has none.
  const input = createAuctionInput.parse(given);
  const { db, alarms, gateways } = deps;
  const created =
    presentation == null
      ? await createAuction(deps, viewer, input, projection)
      : await db.transaction((tx) =>
          withTransactionalDatabase(db, tx, async (inTransaction) => {
            const within = { db: inTransaction, gateways };
            const auction = await createAuction(within, viewer, input, projection);
            await updateAuctionPresentation(within, viewer, auction.auctionId, presentation, '/presentation');
            return auction;
          }),
        );
  await alarms.arm(alarmsOf(created.auctionId, input.biddingPeriod));
  return created;
}
