import type { Connection } from '../db/database.ts';

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
