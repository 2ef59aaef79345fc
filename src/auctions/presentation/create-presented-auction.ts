import { alarmsOf } from '../auction-alarms.ts';
import { checkOf } from '../auction-faults.ts';
import { type CreateAuctionInput, createAuctionInput } from '../auction-input.ts';
import { createAuction } from '../create-auction.ts';
import type { Projection } from '../projection.ts';
import type { Viewer } from '../../core/viewer.ts';
import { withTransactionalDatabase } from '../../platform/db/transactional-database.ts';
import type { Deps } from '../../payments/deps.ts';
import { presentationInput, updateAuctionPresentation } from './update-auction-presentation.ts';

/** The arguments of an auction, and of its page where they come together. */
export type CreatePresentedInput = CreateAuctionInput & { readonly presentation?: object | null | undefined };

/** Checks the arguments of a creation. */
export const checkPresented = checkOf(createAuctionInput.safeExtend({ presentation: presentationInput.nullish() }));

/**
 * Creates an auction as `createAuction` does, together with what its page shows: both or neither. Arms its alarms.
 *
 * @param input without faults, and with its defaults (`checkPresented`)
 * @throws Refusal as `createAuction`; `invalid_request` for a picture that does not exist
 */
export async function createPresentedAuction<Row extends object>(
  deps: Pick<Deps, 'db' | 'alarms' | 'gateways'>,
  viewer: Viewer,
  { presentation, ...input }: CreatePresentedInput,
  projection: Projection<Row>,
): Promise<Row & { readonly auctionId: string }> {
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
