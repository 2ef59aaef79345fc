import type { Connection } from '../db/database.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';

/**
 * Counts an attempt to read what became of captured money. A reader with an older number records nothing: what it has read
 * may be older, too.
 *
 * @returns `null` when the authorization is not captured
 */
export async function claimCaptured(connection: Connection, authorizationId: string): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'claim-captured',
    text: `update authorizations set attempt = attempt + 1 where authorization_id = $1 and state = 'captured'
      returning ${authorizationColumns}`,
    values: [authorizationId],
  });
  return rows[0] ?? null;
}
