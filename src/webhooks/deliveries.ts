import { checkInput } from '../core/check-input.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import type { WebhookDeliveryState } from '../db/generated/enums.ts';
import { findDeliveriesInput } from './endpoint-input.ts';
import { findEndpoint } from './endpoints.ts';
import { eventColumns, type EventRow } from './events.ts';

/** An event and its state of delivery to one endpoint. */
export interface DeliveryRow extends EventRow {
  deliveryId: string;
  endpointId: string;
  state: WebhookDeliveryState;
  /** The next attempt; `null`: none follows. While a request is under way, the instant at which it counts as lost. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  /** The start of the three days of retries: later than `createdAt` for a replayed delivery. */
  triedSince: Date;
  /** The instant at which the delivery succeeded or failed for good. */
  closedAt: Date | null;
}

/** The select list of a `DeliveryRow`, from `webhook_deliveries d join webhook_events v`. */
const deliveryColumns = `
  d.delivery_id as "deliveryId", d.endpoint_id as "endpointId", d.state, d.next_attempt_at as "nextAttemptAt",
  d.created_at as "createdAt", d.tried_since as "triedSince", d.closed_at as "closedAt",
  ${eventColumns}`;

/**
 * Lists the deliveries to one of the viewer's endpoints, newest first; `deliveryId` breaks ties.
 *
 * @param input `state`, `eventType`, `limit`, `offset`
 * @throws Refusal `invalid_request`, `webhook_endpoint_not_found`
 */
export async function findDeliveries(
  { db }: { db: Pick<Database, 'query' | 'prisma'> },
  viewer: Viewer,
  endpointId: string,
  input: unknown,
): Promise<DeliveryRow[]> {
  const { state, eventType, limit, offset } = checkInput(findDeliveriesInput, input);
  await findEndpoint({ db }, viewer, endpointId);
  const { rows } = await db.query<DeliveryRow>({
    name: `find-webhook-deliveries ${state ?? ''} ${eventType === undefined ? '' : 'of type'}`,
    text: `
      select ${deliveryColumns} from webhook_deliveries d join webhook_events v using (event_id)
      where d.endpoint_id = $1
        -- Written out, not a parameter: the few that failed have an index of their own.
        ${state === undefined ? '' : `and d.state = '${state}'`}
        ${eventType === undefined ? '' : 'and v.event_type = $4::webhook_event_type'}
      order by d.created_at desc, d.delivery_id desc
      limit $2 offset $3`,
    values: [endpointId, limit, offset, ...(eventType === undefined ? [] : [eventType])],
  });
  return rows;
}

/**
 * Reads one delivery to one of the viewer's endpoints.
 *
 * @throws Refusal `webhook_delivery_not_found` for an unknown id and for another seller's alike
 */
export async function findDelivery(
  connection: Connection,
  { sellerId }: Viewer,
  deliveryId: string,
): Promise<DeliveryRow> {
  if (!isUuid(deliveryId)) throw new Refusal('webhook_delivery_not_found');
  const { rows } = await connection.query<DeliveryRow>({
    name: 'find-webhook-delivery',
    text: `
      select ${deliveryColumns} from webhook_deliveries d join webhook_events v using (event_id)
      where v.seller_id = $1 and d.delivery_id = $2 and exists (
        select from webhook_endpoints e where e.endpoint_id = d.endpoint_id and e.deleted_at is null)`,
    values: [sellerId, deliveryId],
  });
  if (rows[0] === undefined) throw new Refusal('webhook_delivery_not_found');
  return rows[0];
}

/** One request to an endpoint, and its answer. */
export interface AttemptRow {
  deliveryId: string;
  attempt: number;
  requestedAt: Date;
  durationMs: number;
  url: string;
  requestHeaders: Record<string, string>;
  /** `null` if no answer came; `error` then says why. */
  status: number | null;
  /** The first 4 KiB. */
  responseBody: string | null;
  error: string | null;
}

/** Enough for three days of attempts and a few replays; the limit bounds the answer for a delivery with many replays. */
export const maxAttempts = 25;

/** Finds the latest attempts of each of these deliveries, newest first, in one statement. */
export async function findAttempts(
  { db }: { db: Connection },
  deliveryIds: readonly string[],
): Promise<AttemptRow[][]> {
  const { rows } = await db.query<AttemptRow>({
    name: 'find-webhook-attempts',
    text: `
      select a.* from unnest($1::uuid[]) wanted (delivery_id), lateral (
        select delivery_id as "deliveryId", attempt, requested_at as "requestedAt", duration_ms as "durationMs", url,
          request_headers as "requestHeaders", status, response_body as "responseBody", error
        from webhook_attempts where delivery_id = wanted.delivery_id
        order by attempt desc limit ${maxAttempts}
      ) a`,
    values: [deliveryIds],
  });
  const attemptsOf = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return deliveryIds.map((deliveryId) => attemptsOf.get(deliveryId) ?? []);
}

/**
 * Measures the outbox.
 *
 * @returns the seconds for which the oldest due delivery has waited without an attempt; 0: none is due
 */
export async function measureOutbox(db: Connection): Promise<number> {
  const { rows } = await db.query<{ ageInSeconds: number }>({
    name: 'measure-outbox',
    text: `
      select extract(epoch from clock_timestamp() - next_attempt_at)::float8 as "ageInSeconds" from webhook_deliveries
      where next_attempt_at is not null order by next_attempt_at limit 1`,
  });
  return Math.max(0, rows[0]?.ageInSeconds ?? 0);
}
