import { randomBytes } from 'node:crypto';
import type { SellerMode } from '../../src/core/viewer.ts';
import type { Connection, PooledDatabase } from '../../src/platform/db/database.ts';
import { type Attempt, claimDeliveries } from '../../src/auctions/webhooks/claim-deliveries.ts';
import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '../../src/platform/db/generated/client.ts';

export const aSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

export interface InsertedEndpoint {
  readonly endpointId: string;
  readonly sellerId: string;
  readonly secret: string;
}

/** An endpoint's row, and a seller's for it. */
export async function insertEndpoint(
  db: Connection,
  url: string,
  { mode = 'test', secret = aSecret() }: { mode?: SellerMode; secret?: string } = {},
): Promise<InsertedEndpoint> {
  const { rows } = await db.query<InsertedEndpoint>(
    `with seller as (insert into sellers (name, mode) values (uuidv7()::text, $1) returning seller_id)
     insert into webhook_endpoints (seller_id, url, event_types, secret)
     select seller_id, $2, '{auction_started}', $3 from seller
     returning endpoint_id as "endpointId", seller_id as "sellerId", secret`,
    [mode, url, secret],
  );
  return rows[0]!;
}

/** Further endpoints of the same seller, each with one delivery that is due, as `insertDeliveries` makes it. */
export async function insertMoreEndpoints(
  db: Connection,
  { sellerId }: InsertedEndpoint,
  { url, count }: { url: string; count: number },
): Promise<void> {
  const { rows } = await db.query<InsertedEndpoint>(
    `insert into webhook_endpoints (seller_id, url, event_types, secret)
     select $1, $2, '{auction_started}', $3 from generate_series(1, $4)
     returning endpoint_id as "endpointId", seller_id as "sellerId", secret`,
    [sellerId, url, aSecret(), count],
  );
  for (const endpoint of rows) await insertDeliveries(db, endpoint);
}

/**
 * Events and their deliveries, committed together. Due a moment ago, and tried since then: an instant of right now may be
 * rounded up to one that is still to come.
 *
 * @returns the deliveries' and the events' ids
 */
export async function insertDeliveries(
  db: Connection,
  { endpointId, sellerId }: InsertedEndpoint,
  count = 1,
): Promise<{ deliveryId: string; eventId: string }[]> {
  const { rows } = await db.query<{ deliveryId: string; eventId: string }>(
    `with events as (
       insert into webhook_events (seller_id, event_type, snapshot)
       select $1, 'test', jsonb_build_object('message', 'Number ' || n) from generate_series(1, $3) n
       returning event_id
     )
     insert into webhook_deliveries (event_id, endpoint_id, tried_since, next_attempt_at)
     select event_id, $2, t.moment_ago, t.moment_ago
     from events, (select clock_timestamp() - interval '1 ms' as moment_ago) t
     returning delivery_id as "deliveryId", event_id as "eventId"`,
    [sellerId, endpointId, count],
  );
  return rows;
}

/**
 * Claims one delivery, whatever it waits for. All others wait for an hour.
 *
 * @returns `undefined`: it is closed
 */
export async function claimDelivery(db: Connection, deliveryId: string): Promise<Attempt | undefined> {
  await db.query(
    `update webhook_deliveries set
       next_attempt_at = clock_timestamp() + case delivery_id when $1 then interval '-1 ms' else interval '1 hour' end
     where next_attempt_at is not null`,
    [deliveryId],
  );
  return (await claimDeliveries(db, 250))[0];
}

export async function readDelivery(
  { prisma }: Pick<PooledDatabase, 'prisma'>,
  deliveryId: string,
): Promise<WebhookDelivery> {
  return prisma.webhookDelivery.findUniqueOrThrow({ where: { deliveryId } });
}

export async function readAttempts(
  { prisma }: Pick<PooledDatabase, 'prisma'>,
  deliveryId: string,
): Promise<WebhookAttempt[]> {
  return prisma.webhookAttempt.findMany({ where: { deliveryId }, orderBy: { attempt: 'asc' } });
}

export async function readEndpoint(
  { prisma }: Pick<PooledDatabase, 'prisma'>,
  endpointId: string,
): Promise<WebhookEndpoint> {
  return prisma.webhookEndpoint.findUniqueOrThrow({ where: { endpointId } });
}

/** Time is not waited for: moves every instant that deliveries are due at, and began at, into the past. */
export async function letTimePass(db: Connection, interval: string): Promise<void> {
  await db.query(
    `update webhook_deliveries set next_attempt_at = next_attempt_at - $1::interval, tried_since = tried_since - $1::interval`,
    [interval],
  );
  await db.query('update webhook_endpoints set failing_since = failing_since - $1::interval', [interval]);
  await db.query('update webhook_attempts set requested_at = requested_at - $1::interval', [interval]);
}

export async function countDeliveries(db: Connection): Promise<Record<string, number>> {
  const { rows } = await db.query<{ state: string; count: number }>(
    'select state, count(*)::int from webhook_deliveries group by state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
