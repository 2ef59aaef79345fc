import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { checkEndpointInput } from './check-endpoint-input.ts';
import { createEndpointInput } from './endpoint-input.ts';
import { auditedEndpoint, type Endpoint } from './endpoints.ts';
import { generateSecret } from './generate-secret.ts';
import { sealSecret } from '../core/seal-secret.ts';

/** Each event is stored and sent once for each endpoint that subscribes to it. */
export const maxEndpoints = 16;

/** An endpoint and its secret, which is returned only here. */
export interface EndpointWithSecret {
  readonly endpoint: Pick<Endpoint, 'endpointId'>;
  readonly secret: string;
}

/**
 * Creates an endpoint: an address of the seller that gets the events from now on.
 *
 * @param raw the arguments as they came: `url`, `eventTypes`, `description`
 * @throws Refusal `invalid_request` with every fault, `webhook_endpoint_limit`
 */
export async function createEndpoint(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: Viewer,
  raw: unknown,
): Promise<EndpointWithSecret> {
  const { url, eventTypes, description } = checkEndpointInput(config, viewer, createEndpointInput, raw);
  const secret = generateSecret();
  return db.transaction(async (tx) => {
    // Without a lock, two requests at once would not count each other's endpoint.
    await tx.query('select from sellers where seller_id = $1 for no key update', [viewer.sellerId]);
    const { rows } = await tx.query<{ endpointId: string }>({
      name: 'create-webhook-endpoint',
      text: `
        insert into webhook_endpoints (seller_id, url, event_types, description, secret)
        select $1, $2, $3::webhook_event_type[], $4, $5
        where (select count(*) from webhook_endpoints where seller_id = $1 and deleted_at is null) < $6
        returning endpoint_id as "endpointId"`,
      values: [
        viewer.sellerId,
        url,
        eventTypes,
        description,
        sealSecret(config.secretsKeys, secret, viewer.sellerId),
        maxEndpoints,
      ],
    });
    const endpoint = rows[0];
    if (endpoint === undefined) throw new Refusal('webhook_endpoint_limit');
    await recordAudit(tx, viewer, {
      action: 'createWebhookEndpoint',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.endpointId,
      before: null,
      after: auditedEndpoint({ url, description, eventTypes, disabledReason: null }),
    });
    return { endpoint, secret };
  });
}
