import type { Connection } from '../db/database.ts';

/**
 * Writes down the provider's name for the payment. Only after this may the card be asked: an intent that the sweep has
 * meanwhile given up must not be acted on.
 *
 * @returns whether the intent still stands
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
