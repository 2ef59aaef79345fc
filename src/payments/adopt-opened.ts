import type { Connection } from '../db/database.ts';

/**
 * Records the provider's reference of a payment that was opened and held in one call, once an answer, an event or a search
 * reveals it.
 *
 * @returns `active`: the hold can be recorded. `releasing`: the intent was given up meanwhile, and the payment has to be
 *   released. `closed`: the authorization is closed, or has another payment
 */
export async function adoptOpened(
  connection: Connection,
  authorizationId: string,
  reference: string,
): Promise<'active' | 'releasing' | 'closed'> {
  const { rows } = await connection.query<{ isReleasing: boolean }>({
    name: 'adopt-opened',
    text: `update authorizations set provider_reference = $2
      where authorization_id = $1 and closed_at is null and coalesce(provider_reference, $2) = $2
      returning state = 'releasing' as "isReleasing"`,
    values: [authorizationId, reference],
  });
  if (rows[0] === undefined) return 'closed';
  return rows[0].isReleasing ? 'releasing' : 'active';
}
