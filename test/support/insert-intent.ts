import type { Connection } from '../../src/db/database.ts';
import type { Authorization } from '../../src/holds/authorization.ts';
import type { ProviderName } from '../../src/providers/provider-name.ts';
import { recordingIntents } from '../../src/holds/record-intent.ts';

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
    `with intents as (
       select $1::uuid as auction_id, $2::uuid as seller_id, $3 as bidder_id, $4 as email, $5::bigint as value_in_cents,
         $6::payment_provider as provider, $7 as submission_token, $8::uuid as browser_id, null as payment_account,
         null::int as application_fee_in_cents, false as is_signed, null as language, null as time_zone
     )
     ${recordingIntents('intents')}`,
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
