import { recordAudit } from '../audit/record-audit.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { auditedEndpoint, lockEndpoint } from './endpoints.ts';

/**
 * Deletes an endpoint: for its seller it is gone, and nothing is sent to it any more. A worker deletes the deliveries and their attempts
 * some at a time, and then the row with its secrets. In one transaction, hundreds of thousands of deliveries would make every bid wait
 * that looks for endpoints.
 *
 * @throws Refusal `webhook_endpoint_not_found`, also if the endpoint is deleted already
 */
export async function deleteEndpoint({ db }: Pick<Deps, 'db'>, viewer: Viewer, endpointId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const endpoint = await lockEndpoint({ db }, tx, viewer, endpointId);
    // Disabled as well: no event is recorded for it, and no delivery is attempted.
    await tx.query({
      name: 'mark-webhook-endpoint-deleted',
      text: `
        update webhook_endpoints set deleted_at = clock_timestamp(), disabled_at = coalesce(disabled_at, clock_timestamp()),
          disabled_reason = coalesce(disabled_reason, 'seller')
        where endpoint_id = $1`,
      values: [endpointId],
    });
    await recordAudit(tx, viewer, {
      action: 'deleteWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.endpointId,
      before: auditedEndpoint(endpoint),
      after: null,
    });
  });
}
