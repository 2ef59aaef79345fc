import { authorizationColumns } from './authorization.ts';
import { firstWait } from './claim.ts';

/**
 * Records the intent to hold money on a card, as SQL, before the provider is called. It records nothing if the form was
 * submitted before.
 *
 * @param intents the name of a query of the same `with`, which has these columns
 */
export function recordingIntents(intents: string): string {
  const columns = `auction_id, seller_id, bidder_id, email, value_in_cents, provider, submission_token, browser_id, is_signed, language, time_zone,
      payment_account, application_fee_in_cents`;
  return `
    insert into authorizations (${columns}, next_attempt_at, waiting_since)
    select ${columns}, clock_timestamp() + ${firstWait}, clock_timestamp() from ${intents}
    on conflict (auction_id, submission_token) do nothing
    returning ${authorizationColumns}`;
}
