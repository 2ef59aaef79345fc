import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { type BannedBidder, bannedBidderColumns } from './banned-bidder.ts';

/**
 * Lists the bidders that the viewer has banned, newest first.
 *
 * @param input `limit` and `offset`
 * @throws Refusal `invalid_request`
 */
export async function findBannedBidders(
  { db }: { db: Connection },
  { sellerId }: Viewer,
  input: unknown,
): Promise<Page<BannedBidder>> {
  const { limit, offset } = checkInput(pageInput, input);
  const { rows } = await db.query<BannedBidder>({
    name: 'find-banned-bidders',
    text: `
      select ${bannedBidderColumns} from banned_bidders where seller_id = $1
      order by banned_at desc, digest desc limit $2 offset $3`,
    values: [sellerId, limit + 1, offset],
  });
  return pageOf(rows, limit);
}
