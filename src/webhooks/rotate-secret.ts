import { recordAudit } from '../audit/record-audit.ts';
import { checkInput } from '../core/check-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import type { EndpointWithSecret } from './create-endpoint.ts';
import { rotateSecretInput } from './endpoint-input.ts';
import { endpointColumns, type EndpointRow } from './endpoint-row.ts';
import { lockEndpoint } from './find-endpoint.ts';
import { generateSecret } from './generate-secret.ts';
import { sealSecret } from '../core/seal-secret.ts';

/**
 * Replaces the secret of an endpoint. The previous secret signs together with the new one for a while, so that receivers
 * can switch at their own time. At most two secrets ever sign: an older one stops at once.
 *
 * @param raw the arguments as they came: `overlapSeconds`, 0 to 7 days; 0 ends the present secret at once
 * @throws Refusal `invalid_request`, `webhook_endpoint_not_found`
 */
export async function rotateSecret(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: Viewer,
  endpointId: string,
  raw: unknown,
): Promise<EndpointWithSecret> {
  const { overlapSeconds } = checkInput(rotateSecretInput, raw);
  const secret = generateSecret();
  return db.transaction(async (tx) => {
    const before = await lockEndpoint(tx, viewer, endpointId);
    const { rows } = await tx.query<EndpointRow>({
      name: 'rotate-webhook-secret',
      text: `
        update webhook_endpoints set
          secret = $2,
          previous_secret = case when $3::int > 0 then secret end,
          previous_secret_expires_at = case when $3::int > 0 then statement_timestamp() + $3::int * interval '1 second' end
        where endpoint_id = $1
        returning ${endpointColumns}`,
      values: [endpointId, sealSecret(config.secretsKeys, secret, viewer.sellerId), overlapSeconds],
    });
    const endpoint = rows[0]!;
    await recordAudit(tx, viewer, {
      action: 'rotateWebhookSecret',
      subjectType: 'webhook_endpoint',
      subjectId: endpoint.endpointId,
      before: { previousSecretExpiresAt: before.previousSecretExpiresAt },
      after: { previousSecretExpiresAt: endpoint.previousSecretExpiresAt },
    });
    return { endpoint, secret };
  });
}
