import { recordAudit } from '../audit/record-audit.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { auditedEndpoint } from './audited-endpoint.ts';
import { lockEndpoint } from './find-endpoint.ts';

/**
 * Deletes an endpoint with its secrets, its deliveries and their attempts; pending deliveries are not sent any more.
 *
 * @throws Refusal `webhook_endpoint_not_found`, also if the endpoint is deleted already
 */
export async function deleteEndpoint({ db }: Pick<Deps, 'db'>, viewer: Viewer, endpointId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, viewer, endpointId);
    await tx.query('delete from webhook_endpoints where endpoint_id = $1', [endpointId]);
    await recordAudit(tx, viewer, {
      action: 'deleteWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.endpointId,
      before: auditedEndpoint(endpoint),
      after: null,
    });
  });
}
