import type { Connection } from '../db/database.ts';
import type { Authorization } from './authorization.ts';

/**
 * Records the provider's name of a payment that was found for an authorization without one, so that it can be cancelled.
 *
 * @returns whether the name was recorded: not if another process has claimed the authorization since
 */
export async function adoptReference(
  connection: Connection,
  { authorizationId, attempt }: Authorization,
  reference: string,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'adopt-reference',
    text: `update authorizations set provider_reference = $3
      where authorization_id = $1 and attempt = $2 and state = 'releasing' and provider_reference is null`,
    values: [authorizationId, attempt, reference],
  });
  return rowCount === 1;
}
