import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { endpointColumns, type EndpointRow } from './endpoint-row.ts';

/**
 * The viewer's webhook endpoints, newest first.
 *
 * @param input `limit` and `offset`
 * @throws Refusal `invalid_request`
 */
export async function findEndpoints(
  { db }: { db: Pick<Database, 'pool'> },
  { sellerId }: Viewer,
  input: unknown,
): Promise<Page<EndpointRow>> {
  const { limit, offset } = checkInput(pageInput, input);
  const { rows } = await db.pool.query<EndpointRow>({
    name: 'find-webhook-endpoints',
    text: `
      select ${endpointColumns} from webhook_endpoints where seller_id = $1
      order by created_at desc, endpoint_id desc
      limit $2 offset $3`,
    values: [sellerId, limit + 1, offset],
  });
  return pageOf(rows, limit);
}
