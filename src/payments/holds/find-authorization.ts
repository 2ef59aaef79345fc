import type { Connection } from '../../platform/db/database.ts';
import { type Authorization, authorizationColumns } from './authorization.ts';

/** Reads one authorization; `null` if the id is unknown. */
export async function findAuthorization(
  connection: Connection,
  authorizationId: string,
): Promise<Authorization | null> {
  const { rows } = await connection.query<Authorization>({
    name: 'find-authorization',
    text: `select ${authorizationColumns} from authorizations where authorization_id = $1`,
    values: [authorizationId],
  });
  return rows[0] ?? null;
}

/** Reads an authorization that our books have recorded. */
export async function readAuthorization(connection: Connection, authorizationId: string): Promise<Authorization> {
  const found = await findAuthorization(connection, authorizationId);
  if (found === null) throw new Error(`Authorization ${authorizationId} has vanished.`);
  return found;
}
