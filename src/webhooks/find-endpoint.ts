import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import { endpointColumns, type EndpointRow } from './endpoint-row.ts';
import { withoutPassedExpiries } from './without-passed-expiries.ts';

/**
 * Reads one of the viewer's webhook endpoints.
 *
 * @throws Refusal `webhook_endpoint_not_found` for an unknown id and for another seller's alike
 */
export async function findEndpoint(
  { db }: { db: Pick<Database, 'query' | 'prisma'> },
  { sellerId }: Viewer,
  endpointId: string,
): Promise<EndpointRow> {
  if (!isUuid(endpointId)) throw new Refusal('webhook_endpoint_not_found');
  const found = await db.prisma.webhookEndpoint.findUnique({
    where: { endpointId, sellerId, deletedAt: null },
    omit: { secret: true, previousSecret: true, deletedAt: true },
  });
  if (found === null) throw new Refusal('webhook_endpoint_not_found');
  const [endpoint] = await withoutPassedExpiries(db, [found]);
  return endpoint!;
}

/** Locks the row of one of the viewer's webhook endpoints and reads it: every change of an endpoint begins with this. */
export async function lockEndpoint(tx: Connection, { sellerId }: Viewer, endpointId: string): Promise<EndpointRow> {
  if (!isUuid(endpointId)) throw new Refusal('webhook_endpoint_not_found');
  const { rows } = await tx.query<EndpointRow>({
    name: 'lock-webhook-endpoint',
    text: `
      select ${endpointColumns} from webhook_endpoints where seller_id = $1 and endpoint_id = $2 and deleted_at is null
      for no key update`,
    values: [sellerId, endpointId],
  });
  if (rows[0] === undefined) throw new Refusal('webhook_endpoint_not_found');
  return rows[0];
}
