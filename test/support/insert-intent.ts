import type { Connection } from '../../src/platform/db/database.ts';
import { type Authorization, authorizationColumns } from '../../src/payments/holds/authorization.ts';
import { firstWait } from '../../src/payments/holds/claim.ts';
import type { ProviderName } from '../../src/payments/providers/provider-name.ts';

/** Records an intent as a bid does, which is never asked for. */
export async function insertIntent(
  connection: Connection,
  intent: {
    readonly auctionId: string;
    readonly sellerId: string;
    readonly bidderId: string;
    readonly email: string;
    readonly valueInCents: number;
    readonly provider: ProviderName;
    readonly submissionToken: string;
    readonly browserId: string | null;
  },
): Promise<Authorization> {
  const { rows } = await connection.query<Authorization>(
    `insert into authorizations
       (auction_id, seller_id, bidder_id, email, value_in_cents, provider, submission_token, browser_id, next_attempt_at, waiting_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + ${firstWait}, clock_timestamp())
     returning ${authorizationColumns}`,
    [
      intent.auctionId,
      intent.sellerId,
      intent.bidderId,
      intent.email,
      intent.valueInCents,
      intent.provider,
      intent.submissionToken,
      intent.browserId,
    ],
  );
  return rows[0]!;
}
