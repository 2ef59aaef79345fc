import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import { endpointColumns, type EndpointRow } from './endpoint-row.ts';

/**
 * One of the viewer's webhook endpoints.
 *
 * @throws Refusal `webhook_endpoint_not_found` for an unknown id and for another seller's alike
 */
export async function findEndpoint(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  endpointId: string,
): Promise<EndpointRow> {
  return selectEndpoint(db.pool, viewer, endpointId, '');
}

/** The same, once its row's lock is held, which every change of it takes first. */
export async function lockEndpoint(tx: Connection, viewer: Viewer, endpointId: string): Promise<EndpointRow> {
  return selectEndpoint(tx, viewer, endpointId, 'for no key update');
}

async function selectEndpoint(
  connection: Connection,
  { sellerId }: Viewer,
  endpointId: string,
  lock: '' | 'for no key update',
): Promise<EndpointRow> {
  if (!isUuid(endpointId)) throw new Refusal('webhook_endpoint_not_found');
  const { rows } = await connection.query<EndpointRow>({
    name: `find-webhook-endpoint ${lock}`,
    text: `select ${endpointColumns} from webhook_endpoints where seller_id = $1 and endpoint_id = $2 ${lock}`,
    values: [sellerId, endpointId],
  });
  if (rows[0] === undefined) throw new Refusal('webhook_endpoint_not_found');
  return rows[0];
}
