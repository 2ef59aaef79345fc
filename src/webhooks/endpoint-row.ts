import type { WebhookDisabledReason, WebhookEventType } from '../db/generated/enums.ts';

/** A webhook endpoint as it is read. Its secrets are not part of it: they are shown once, where they are made. */
export interface EndpointRow {
  endpointId: string;
  sellerId: string;
  url: string;
  description: string | null;
  eventTypes: WebhookEventType[];
  createdAt: Date;
  /** Until then the secret before the present one signs, too; `null` where there is none (any more). */
  previousSecretExpiresAt: Date | null;
  /** The first failure since the last success; `null` while deliveries succeed. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: WebhookDisabledReason | null;
}

/** The select list that makes an `EndpointRow` of a row of `webhook_endpoints`. */
export const endpointColumns = `
  endpoint_id as "endpointId", seller_id as "sellerId", url, description, event_types::text[] as "eventTypes",
  created_at as "createdAt",
  case when previous_secret_expires_at > statement_timestamp() then previous_secret_expires_at end as "previousSecretExpiresAt",
  failing_since as "failingSince", disabled_at as "disabledAt", disabled_reason as "disabledReason"`;
