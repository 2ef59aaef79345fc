import type { Connection } from '../db/database.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';
import { findSubmitted } from './find-authorization.ts';
import type { Payee } from './gateway.ts';
import type { ProviderName } from './provider-name.ts';
import { firstWait } from './claim.ts';

export interface Intent {
  readonly auctionId: string;
  readonly sellerId: string;
  readonly bidderId: string;
  readonly email: string;
  readonly valueInCents: number;
  readonly provider: ProviderName;
  /** Without it a capture is paid into the operator's own account. */
  readonly payee?: Payee | null;
  /** A random token of the form: a second submit of the same form finds the first one's authorization. */
  readonly submissionToken: string;
  /** The browser that may see the bid as its own; `null`: none. */
  readonly browserId: string | null;
}

/**
 * Records the intent to hold money on a card, before the provider is called.
 *
 * @returns `isNew: false` with the authorization of the first submit, when the form was submitted before
 */
export async function recordIntent(
  connection: Connection,
  intent: Intent,
): Promise<{ readonly authorization: Authorization; readonly isNew: boolean }> {
  const { rows } = await connection.query<Authorization>({
    name: 'record-intent',
    text: `
      insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider,
        submission_token, browser_id, payment_account, application_fee_in_cents, next_attempt_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() + ${firstWait})
      on conflict (auction_id, submission_token) do nothing
      returning ${authorizationColumns}`,
    values: [
      intent.auctionId,
      intent.sellerId,
      intent.bidderId,
      intent.email,
      intent.valueInCents,
      intent.provider,
      intent.submissionToken,
      intent.browserId,
      intent.payee?.account ?? null,
      intent.payee?.feeInCents ?? null,
    ],
  });
  if (rows[0] !== undefined) return { authorization: rows[0], isNew: true };

  const first = await findSubmitted(connection, intent);
  if (first === null) throw new Error(`The first submit of form ${intent.submissionToken} has vanished.`);
  return { authorization: first, isNew: false };
}
