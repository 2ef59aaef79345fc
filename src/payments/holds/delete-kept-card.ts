import { crashPoint } from '../../core/crash-point.ts';
import type { Connection } from '../../platform/db/database.ts';
import { deleteOldRows } from '../../platform/db/delete-old-rows.ts';
import { gatewayNamed, type PaymentDeps } from '../providers/gateways.ts';
import { lookEvery } from './kept-card.ts';
import type { ProviderName } from '../providers/provider-name.ts';

/** A kept card that the caller has just claimed. */
export interface ClaimedCard {
  readonly authorizationId: string;
  /** The authorization that the card was presented for. */
  readonly firstAuthorizationId: string;
  readonly provider: ProviderName;
  readonly customer: string | null;
  /** `null`: the hold is gone, as a test seller's are after a reset. */
  readonly email: string | null;
  readonly attempt: number;
  /** A hold of the card is still open. */
  readonly isNeeded: boolean;
}

/**
 * Claims kept cards whose hold has closed, and each card once a day. A claim counts the attempt and schedules the
 * next one, after a minute, then two, four, … and then every hour: a process that dies leaves nothing to clean up.
 */
export async function claimKeptCards(connection: Connection, limit: number): Promise<ClaimedCard[]> {
  const { rows } = await connection.query<ClaimedCard>({
    name: 'claim-kept-cards',
    text: `
      with due as (
        select authorization_id as id,
          exists (select from authorizations a where a.authorization_id = k.authorization_id and a.closed_at is null) as is_held,
          exists (select from authorizations a where a.replaces_authorization_id = k.authorization_id
            and a.state <> 'released' and a.state <> 'expired' and a.state <> 'failed' and a.closed_at is null) as is_renewed
        from kept_cards k where authorization_id = any(array(
          select authorization_id from kept_cards where next_attempt_at <= statement_timestamp()
          order by next_attempt_at limit $1
          for no key update skip locked))
      )
      update kept_cards k set attempt = k.attempt + 1,
        waiting_since = case when is_held or is_renewed then null else coalesce(k.waiting_since, k.next_attempt_at) end, next_attempt_at = clock_timestamp()
        + case when is_held then ${lookEvery} else least(interval '1 minute' * power(2, least(k.attempt, 6)), interval '1 hour') end
      -- Every due row is claimed, whatever it refers to: one that were found and not claimed would be found again at once, for ever.
      from due where k.authorization_id = id
      returning k.authorization_id as "authorizationId", k.first_authorization_id as "firstAuthorizationId", k.provider,
        k.customer_reference as customer, k.attempt, is_held or is_renewed as "isNeeded",
        (select email from authorizations a where a.authorization_id = k.first_authorization_id) as email`,
    values: [limit],
  });
  return rows;
}

/** Deletes a kept card at its provider, unless a hold still needs it. A worker tries again without a clear answer. */
export async function deleteKeptCard({ db, gateways, log }: PaymentDeps, claimed: ClaimedCard): Promise<void> {
  const { authorizationId, firstAuthorizationId, provider, customer, email, attempt, isNeeded } = claimed;
  if (isNeeded) return;
  const gateway = gatewayNamed(gateways, provider);
  const answer = await gateway.deleteCard({ customer, email, authorizationId: firstAuthorizationId });
  if (answer.outcome === 'unknown') {
    log.info({ authorizationId, attempt, reason: answer.reason }, 'A kept card could not be deleted; retrying.');
    return;
  }
  crashPoint('card: deleted');
  await db.query({
    name: 'record-card-deleted',
    text: `update kept_cards set deleted_at = clock_timestamp(), next_attempt_at = null, waiting_since = null
      where authorization_id = $1 and attempt = $2`,
    values: [authorizationId, attempt],
  });
}

/**
 * Deletes the rows of kept cards that were deleted at their provider 30 days ago: an answer that comes so late is taken for a new card,
 * and deleted as one.
 *
 * @returns the number of rows of this batch
 */
export async function deleteOldCards(db: Connection): Promise<number> {
  return deleteOldRows(db, { table: 'kept_cards', since: 'deleted_at', retention: `interval '30 days'` });
}
