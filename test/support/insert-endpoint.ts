import type { Connection } from '../../src/platform/db/database.ts';

export const allEventTypes = [
  'auction_created',
  'auction_updated',
  'auction_started',
  'auction_completed',
  'auction_cancelled',
  'bid_placed',
  'capture_failed',
  'payment_refunded',
  'payment_disputed',
  'bid_outbid',
  'bid_won',
  'bid_lost',
  'hold_at_risk',
  'endpoint_disabled',
] as const;

export interface EndpointOptions {
  eventTypes?: readonly (typeof allEventTypes)[number][];
  isDisabled?: boolean;
  url?: string;
}

/** Writes the row of an endpoint that listens. Nobody answers at its address. */
export async function insertEndpoint(
  db: Connection,
  { sellerId }: { sellerId: string },
  { eventTypes = allEventTypes, isDisabled = false, url = 'https://127.0.0.1:9/' }: EndpointOptions = {},
): Promise<{ endpointId: string }> {
  const { rows } = await db.query<{ endpointId: string }>(
    `insert into webhook_endpoints (seller_id, url, event_types, secret, disabled_at, disabled_reason)
     select $1, $2, $3, 'whsec_' || encode(sha256(random()::text::bytea), 'base64'),
       case when $4 then clock_timestamp() end, case when $4 then 'seller'::webhook_disabled_reason end
     returning endpoint_id as "endpointId"`,
    [sellerId, url, eventTypes, isDisabled],
  );
  return rows[0]!;
}
