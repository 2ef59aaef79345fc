import type { Connection } from '../db/database.ts';
import type { ProviderName } from '../providers/provider-name.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';

const claiming = `attempt = attempt + 1, reversals_due_at = clock_timestamp() + interval '1 minute'`;
const isReadable = `(state = 'captured' or state = 'captured_outside')`;

/**
 * Counts an attempt to read what became of captured money. A reader with an older number records nothing: what it has read
 * may be older, too. Without an answer it is read again in a minute.
 *
 * @returns `null` when the authorization is not captured
 */
export async function claimCaptured(connection: Connection, authorizationId: string): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'claim-captured',
    text: `update authorizations set ${claiming} where authorization_id = $1 and ${isReadable}
      returning ${authorizationColumns}`,
    values: [authorizationId],
  });
  return rows[0] ?? null;
}

/** Claims captured payments of which a reversal was reported, or may have been, and that were not read since. */
export async function claimReversed(connection: Connection, limit: number): Promise<Authorization[]> {
  const { rows } = await connection.query<Authorization>({
    name: 'claim-reversed',
    text: `
      with due as (
        select authorization_id as id from authorizations
        where reversals_due_at <= clock_timestamp() and ${isReadable}
        order by reversals_due_at limit $1
        for no key update skip locked
      )
      update authorizations set ${claiming} from due where authorization_id = id
      returning ${authorizationColumns}`,
    values: [limit],
  });
  return rows;
}

/**
 * Notes that what became of a payment is to be read, as soon as our books know that it is captured.
 *
 * @returns the authorization; `null` if it is not a payment of ours, or its hold has ended without a capture: the end of a hold may be
 *   reported as a refund
 */
export async function noteReversed(
  connection: Connection,
  { provider, reference }: { provider: ProviderName; reference: string },
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'note-reversed',
    text: `update authorizations set reversals_due_at = clock_timestamp()
      where provider = $1 and provider_reference = $2 and state not in ('released', 'expired', 'failed')
      returning ${authorizationColumns}`,
    values: [provider, reference],
  });
  return rows[0] ?? null;
}
