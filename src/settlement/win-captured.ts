import type { Connection } from '../db/database.ts';
import { factsOf, type MoveFacts, moving } from '../payments/move-authorization.ts';
import { recordingLateCaptures } from './capture-attempts.ts';
import { type Completed, completing, observeCompleted } from './complete-auctions.ts';

/**
 * Lets the bid win whose payment is captured already, and completes the auction. The caller has locked its row, and has read that it
 * is open.
 *
 * @returns false if another process has claimed or moved the authorization since
 */
export async function winCaptured(
  tx: Connection,
  captured: Pick<MoveFacts, 'attempt' | 'capturedInCents'> & { readonly authorizationId: string },
): Promise<boolean> {
  const { rows, rowCount } = await tx.query<Completed>({
    name: 'win-captured',
    text: `
      with ${moving('adoptCapture')}, late as (${recordingLateCaptures('moved')}), results as (
        select "auctionId" as auction_id, "bidId" as winning_bid_id from moved
      ), ${completing('results')}
      select outcome, "durationSeconds" from completed`,
    values: factsOf([captured]),
  });
  observeCompleted(rows);
  return rowCount === 1;
}
