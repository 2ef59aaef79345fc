import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import type { EndpointRow } from './endpoint-row.ts';
import { withoutPassedExpiries } from './without-passed-expiries.ts';

/**
 * Lists the viewer's webhook endpoints, newest first.
 *
 * @param input `limit` and `offset`
 * @throws Refusal `invalid_request`
 */
export async function findEndpoints(
  { db }: { db: Pick<Database, 'query' | 'prisma'> },
  { sellerId }: Viewer,
  input: unknown,
): Promise<Page<EndpointRow>> {
  const { limit, offset } = checkInput(pageInput, input);
  const rows = await db.prisma.webhookEndpoint.findMany({
    where: { sellerId, deletedAt: null },
    omit: { secret: true, previousSecret: true, deletedAt: true },
    orderBy: [{ createdAt: 'desc' }, { endpointId: 'desc' }],
    take: limit + 1,
    skip: offset,
  });
  return pageOf(await withoutPassedExpiries(db, rows), limit);
}
