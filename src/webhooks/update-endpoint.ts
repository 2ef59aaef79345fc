import { differences } from '../audit/differences.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { checkEndpointInput } from './check-endpoint-input.ts';
import { updateEndpointInput } from './endpoint-input.ts';
import { auditedEndpoint, type Endpoint, findEndpoint, lockEndpoint } from './endpoints.ts';
import { failPendingDeliveries } from './fail-pending-deliveries.ts';

/**
 * Changes the fields that the caller names, all or none. Disabling fails the pending deliveries; enabling clears the reason
 * of the disabling, and sends no events of the time in between.
 *
 * @param raw the fields as they came: `url`, `eventTypes`, `description` (`null` removes it), `isEnabled`, all optional
 * @throws Refusal `invalid_request` with every fault, `webhook_endpoint_not_found`
 */
export async function updateEndpoint(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: Viewer,
  endpointId: string,
  raw: unknown,
): Promise<Endpoint> {
  const changes = checkEndpointInput(config, viewer, updateEndpointInput, raw);
  return db.transaction(async (tx) => {
    const before = await lockEndpoint({ db }, tx, viewer, endpointId);
    const disables = changes.isEnabled === false && before.disabledAt === null;
    const enables = changes.isEnabled === true;
    // Failures at the old address say nothing about the new one.
    const isElsewhere = changes.url !== undefined && changes.url !== before.url;
    if (disables) await failPendingDeliveries(tx, endpointId);
    await writeEndpoint(tx, {
      ...before,
      url: changes.url ?? before.url,
      eventTypes: changes.eventTypes ?? before.eventTypes,
      description: changes.description === undefined ? before.description : changes.description,
      failingSince: enables || isElsewhere ? null : before.failingSince,
      disabledReason: disables ? 'seller' : enables ? null : before.disabledReason,
    });
    const after = await findEndpoint({ db }, viewer, endpointId);
    await remember(tx, viewer, before, after);
    return after;
  });
}

async function remember(tx: Connection, viewer: Viewer, before: Endpoint, after: Endpoint): Promise<void> {
  const changed = differences(auditedEndpoint(before), auditedEndpoint(after));
  if (changed === null) return;
  const subjectId = after.endpointId;
  const subjectType = 'webhook_endpoint';
  await recordAudit(tx, viewer, { action: 'updateWebhookEndpoint', subjectType, subjectId, ...changed });
}

/** An endpoint keeps the instant of its disabling for as long as it stays disabled. */
async function writeEndpoint(tx: Connection, endpoint: Endpoint): Promise<void> {
  await tx.query({
    name: 'update-webhook-endpoint',
    text: `
      update webhook_endpoints set
        url = $2, event_types = $3::webhook_event_type[], description = $4, failing_since = $5, disabled_reason = $6,
        disabled_at = case when $6::webhook_disabled_reason is not null then coalesce(disabled_at, statement_timestamp()) end
      where endpoint_id = $1`,
    values: [
      endpoint.endpointId,
      endpoint.url,
      endpoint.eventTypes,
      endpoint.description,
      endpoint.failingSince,
      endpoint.disabledReason,
    ],
  });
}
