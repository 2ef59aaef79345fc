import { z } from 'zod';
import { differences, recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { searchText } from '../../core/text-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../payments/deps.ts';
import { type AuctionPresentation, presentationColumns, replacePictures } from './auction-presentation.ts';
import { richTextInput } from './rich-text.ts';

export const maxDescriptionLength = 5_000;
export const maxAfterWinningLength = 2_000;
export const maxPictures = 10;
export const maxAlternativeTextLength = 250;

export const presentationInput = z.strictObject({
  description: richTextInput(maxDescriptionLength).optional(),
  afterWinning: richTextInput(maxAfterWinningLength).optional(),
  pictures: z
    .array(z.strictObject({ pictureId: z.guid().toLowerCase(), alternativeText: searchText(maxAlternativeTextLength) }))
    .check(({ value, issues }) => {
      if (value.length > maxPictures)
        issues.push(customIssue(value, 'too_large', `Must be at most ${maxPictures} pictures.`));
      value.forEach(({ pictureId }, index) => {
        if (value.findIndex((each) => each.pictureId === pictureId) === index) return;
        issues.push(customIssue(value, 'invalid_value', 'Names this picture once more.', [index, 'pictureId']));
      });
    })
    .optional(),
});

/**
 * Changes the fields that the caller names, all or none. Every state of an auction takes such a change: a seller may
 * have to explain more to the winner after the end.
 *
 * @param raw the fields as they came; `null` removes one
 * @param at the pointer of these fields among the caller's
 * @throws Refusal `invalid_request` with every fault, `auction_not_found`
 */
export async function updateAuctionPresentation(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  auctionId: string,
  raw: unknown,
  at = '',
): Promise<void> {
  const changes = checkInput(presentationInput, raw);
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  await db.transaction(async (tx) => {
    const found = await tx.query(
      `insert into auction_presentations (auction_id, seller_id)
       select auction_id, seller_id from auctions where auction_id = $1 and seller_id = $2
       on conflict (auction_id) do update set auction_id = excluded.auction_id
       returning auction_id`,
      [auctionId, viewer.sellerId],
    );
    if (found.rowCount === 0) throw new Refusal('auction_not_found');
    // The statement above has locked the row: `before` is the state that this change replaces.
    const { rows } = await tx.query<AuctionPresentation>(
      `select ${presentationColumns(false)} from auction_presentations where auction_id = $1`,
      [auctionId],
    );
    const before = rows[0]!;
    const { pictures, description = before.description, afterWinning = before.afterWinning } = changes;
    if (pictures !== undefined) await replacePictures(tx, viewer, { auctionId, pictures, at });
    const written = await tx.query<AuctionPresentation>(
      `update auction_presentations set description = $2, after_winning = $3, updated_at = clock_timestamp()
       where auction_id = $1
       returning ${presentationColumns(false)}`,
      [auctionId, description, afterWinning],
    );
    const after = written.rows[0]!;
    const changed = differences(before, after);
    if (changed === null) return;
    await recordAudit(tx, viewer, {
      action: 'updateAuctionPresentation',
      subjectType: 'auction',
      subjectId: auctionId,
      ...changed,
    });
  });
}
