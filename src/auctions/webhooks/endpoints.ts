import { cursorPageInput, type ListPage, descending, readListPage } from '../../core/cursor-page.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import type { Prisma, WebhookEndpoint } from '../../platform/db/generated/client.ts';
import { prismaPage } from '../../platform/db/prisma-page.ts';

export type Reading = { readonly db: Pick<Database, 'prisma'> };

/** A webhook endpoint without its secrets: a secret is returned only when it is created. */
export type Endpoint = Omit<WebhookEndpoint, 'secret' | 'previousSecret'>;

const withoutSecrets = { omit: { secret: true, previousSecret: true } } as const;

const newestEndpoints = descending('webhook-endpoints', { created_at: 'timestamptz', endpoint_id: 'uuid' });

/**
 * Lists the viewer's webhook endpoints, newest first.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findEndpoints({ db }: Reading, { sellerId }: Viewer, raw: unknown): Promise<ListPage<Endpoint>> {
  return await readListPage(cursorPageInput, newestEndpoints, raw, async (page) => {
    const { AND, orderBy, take } = prismaPage<Prisma.WebhookEndpointFindManyArgs>(page);
    const where = { sellerId, deletedAt: null, AND };
    return { rows: await db.prisma.webhookEndpoint.findMany({ ...withoutSecrets, where, orderBy, take }) };
  });
}

/**
 * Reads one of the viewer's webhook endpoints.
 *
 * @throws Refusal `webhook_endpoint_not_found` for an unknown id and for another seller's alike
 */
export async function findEndpoint({ db }: Reading, { sellerId }: Viewer, endpointId: string): Promise<Endpoint> {
  if (!isUuid(endpointId)) throw new Refusal('webhook_endpoint_not_found');
  const where = { endpointId, sellerId, deletedAt: null };
  const endpoint = await db.prisma.webhookEndpoint.findFirst({ ...withoutSecrets, where });
  if (endpoint === null) throw new Refusal('webhook_endpoint_not_found');
  return endpoint;
}

/** Locks the row of one of the viewer's webhook endpoints and reads it: every change of an endpoint begins with this. */
export async function lockEndpoint(
  deps: Reading,
  tx: Connection,
  viewer: Viewer,
  endpointId: string,
): Promise<Endpoint> {
  await tx.query({
    name: 'lock-webhook-endpoint',
    text: 'select from webhook_endpoints where seller_id = $1 and endpoint_id = $2 for no key update',
    values: [viewer.sellerId, isUuid(endpointId) ? endpointId : null],
  });
  return findEndpoint(deps, viewer, endpointId);
}

/**
 * Returns the instant until which a previous secret signs, too; `null` once it has passed. PostgreSQL's clock decides, as it
 * does when an event is signed.
 */
export async function unlessPassed(connection: Connection, instant: Date | null): Promise<Date | null> {
  if (instant === null) return null;
  const { rows } = await connection.query<{ isAhead: boolean }>(
    'select $1::timestamptz > clock_timestamp() as "isAhead"',
    [instant],
  );
  return rows[0]!.isAhead ? instant : null;
}

/** Returns the settings of an endpoint for the audit log: never its secrets. */
export function auditedEndpoint(endpoint: Pick<Endpoint, 'url' | 'description' | 'eventTypes' | 'disabledReason'>) {
  const { url, description, eventTypes, disabledReason } = endpoint;
  return { url, description, eventTypes, disabledReason };
}
