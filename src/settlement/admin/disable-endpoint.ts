import { z } from 'zod';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { reasonInput as reason } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { failPendingDeliveries } from '../../auctions/webhooks/record-attempt.ts';
import { confirm } from './lever.ts';

export const disableEndpointInput = z.strictObject({ endpointId: z.string(), reason, confirm });

/**
 * Disables a webhook endpoint of any seller. Its pending deliveries fail; the seller can enable the endpoint again and replay them. An
 * endpoint that is disabled stays as it is.
 *
 * @param input `endpointId`, `reason`, `confirm`
 * @throws Refusal `webhook_endpoint_not_found`; `invalid_request`
 */
export async function disableSellersEndpoint(
  { db }: { readonly db: Database },
  viewer: Viewer,
  input: unknown,
): Promise<{ endpointId: string }> {
  const { endpointId, reason: why } = checkInput(disableEndpointInput, input);
  if (!isUuid(endpointId)) throw new Refusal('webhook_endpoint_not_found');
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ sellerId: string; isDisabled: boolean }>(
      `select seller_id as "sellerId", disabled_at is not null as "isDisabled" from webhook_endpoints
       where endpoint_id = $1 and deleted_at is null for no key update`,
      [endpointId],
    );
    const endpoint = rows[0];
    if (endpoint === undefined) throw new Refusal('webhook_endpoint_not_found');
    if (endpoint.isDisabled) return { endpointId };
    await failPendingDeliveries(tx, endpointId);
    await tx.query(
      `update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = 'operator' where endpoint_id = $1`,
      [endpointId],
    );
    await recordAudit(tx, viewer, {
      action: 'disableSellersWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: endpointId,
      sellerId: endpoint.sellerId,
      before: { disabledReason: null },
      after: { disabledReason: 'operator', reason: why },
    });
    return { endpointId };
  });
}
