import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { type BidderSigning, findBidderSigning } from './bidder-signing.ts';

/**
 * Says whether bidders need a signed link to bid on the viewer's auctions, from now on. Bids that stand are untouched.
 *
 * @throws Refusal `bidder_secret_missing`
 */
export async function requireSignedBidders(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  isRequired: boolean,
): Promise<BidderSigning> {
  const { sellerId } = viewer;
  return await db.transaction(async (tx) => {
    await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
    const before = await findBidderSigning(tx, sellerId);
    if (isRequired && !before.hasSecret) throw new Refusal('bidder_secret_missing');
    if (before.isRequired === isRequired) return before;
    await tx.query('update bidder_signing set is_required = $2 where seller_id = $1', [sellerId, isRequired]);
    await recordAudit(tx, viewer, {
      action: 'requireSignedBidders',
      subjectType: 'seller',
      subjectId: sellerId,
      before: { isRequired: before.isRequired },
      after: { isRequired },
    });
    return { ...before, isRequired };
  });
}
