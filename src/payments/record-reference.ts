import type { Connection } from '../db/database.ts';

/**
 * Records the provider's reference of the payment. The card may be used only after this: a worker may have abandoned the
 * intent meanwhile.
 *
 * @returns whether the intent is still active
 */
export async function recordReference(
  connection: Connection,
  authorizationId: string,
  reference: string,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'record-reference',
    text: `update authorizations set provider_reference = $2
      where authorization_id = $1 and state = 'intended' and provider_reference is null`,
    values: [authorizationId, reference],
  });
  return rowCount === 1;
}
