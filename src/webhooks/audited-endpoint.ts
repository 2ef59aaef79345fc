import type { EndpointRow } from './endpoint-row.ts';

/** What a seller decides about an endpoint, for the audit log: never its secrets. */
export function auditedEndpoint({ url, description, eventTypes, disabledReason }: EndpointRow) {
  return { url, description, eventTypes, disabledReason };
}
