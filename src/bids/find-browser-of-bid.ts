import type { Connection } from '../db/database.ts';

/**
 * Finds the browser that submitted a bid's form, and for whom.
 *
 * @returns the browser's id and the bidder; `null`: there is no such form, or it has no browser
 */
export async function findBrowserOfBid(
  connection: Connection,
  { auctionId, submissionToken }: { auctionId: string; submissionToken: string },
): Promise<{ readonly browserId: string; readonly bidderId: string } | null> {
  const { rows } = await connection.query<{ browserId: string | null; bidderId: string }>({
    name: 'find-browser-of-bid',
    text: 'select browser_id as "browserId", bidder_id as "bidderId" from authorizations where auction_id = $1 and submission_token = $2',
    values: [auctionId, submissionToken],
  });
  const [row] = rows;
  return row === undefined || row.browserId === null ? null : { browserId: row.browserId, bidderId: row.bidderId };
}
