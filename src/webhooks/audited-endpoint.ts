import type { EndpointRow } from './endpoint-row.ts';

/** The settings of an endpoint for the audit log: never its secrets. */
export function auditedEndpoint({ url, description, eventTypes, disabledReason }: EndpointRow) {
  return { url, description, eventTypes, disabledReason };
}
