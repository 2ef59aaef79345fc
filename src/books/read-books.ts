import { isUuid } from '../core/uuid.ts';
import type { Database } from '../db/database.ts';
import { type Authorization, authorizationColumns } from '../payments/authorization.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { ListedPayment } from '../payments/listed-payment.ts';

/**
 * Reads the rows of payments: a row names its payment once the provider has answered, and until then the payment names the
 * row in its metadata. The books' own word comes first: metadata can be lost or edited at the provider.
 *
 * @returns the rows by the provider's reference
 */
export async function readBooks(
  db: Database,
  { name }: Gateway,
  payments: readonly ListedPayment[],
): Promise<Map<string, Authorization>> {
  const ids = payments.flatMap(({ authorizationId: id }) => (id !== null && isUuid(id) ? [id] : []));
  const { rows } = await db.query<Authorization>(
    `select ${authorizationColumns} from authorizations
     where provider = $2 and (authorization_id = any($1::uuid[]) or provider_reference = any($3))`,
    [ids, name, payments.map(({ reference }) => reference)],
  );
  const byId = new Map(rows.map((row) => [row.authorizationId, row]));
  const byReference = new Map(rows.map((row) => [row.providerReference, row]));
  return new Map(
    payments.flatMap(({ reference, authorizationId }) => {
      const row = byReference.get(reference) ?? byId.get(authorizationId ?? '');
      return row === undefined ? [] : [[reference, row]];
    }),
  );
}
