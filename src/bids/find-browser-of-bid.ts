import type { Connection } from '../db/database.ts';

/**
 * Finds the browser that submitted a bid's form.
 *
 * @returns the browser's secret name; `null`: there is no such form, or it has no browser
 */
export async function findBrowserOfBid(
  connection: Connection,
  { auctionId, submissionToken }: { auctionId: string; submissionToken: string },
): Promise<string | null> {
  const { rows } = await connection.query<{ browserId: string | null }>({
    name: 'find-browser-of-bid',
    text: 'select browser_id as "browserId" from authorizations where auction_id = $1 and submission_token = $2',
    values: [auctionId, submissionToken],
  });
  return rows[0]?.browserId ?? null;
}
