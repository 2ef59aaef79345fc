import type { WebhookDisabledReason, WebhookEventType } from '../db/generated/enums.ts';

/** A webhook endpoint as it is read, without its secrets: a secret is returned only when it is created. */
export interface EndpointRow {
  endpointId: string;
  sellerId: string;
  url: string;
  description: string | null;
  eventTypes: WebhookEventType[];
  createdAt: Date;
  /** The previous secret signs, too, until this instant; `null` if there is no previous secret. */
  previousSecretExpiresAt: Date | null;
  /** The first failure since the last success; `null` while deliveries succeed. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: WebhookDisabledReason | null;
}

/** The select list of an `EndpointRow`. */
export const endpointColumns = `
  endpoint_id as "endpointId", seller_id as "sellerId", url, description, event_types::text[] as "eventTypes",
  created_at as "createdAt",
  case when previous_secret_expires_at > statement_timestamp() then previous_secret_expires_at end as "previousSecretExpiresAt",
  failing_since as "failingSince", disabled_at as "disabledAt", disabled_reason as "disabledReason"`;
