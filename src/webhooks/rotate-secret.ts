import { recordAudit } from '../audit/record-audit.ts';
import { checkInput } from '../core/check-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import type { EndpointWithSecret } from './create-endpoint.ts';
import { rotateSecretInput } from './endpoint-input.ts';
import { type Endpoint, lockEndpoint, unlessPassed } from './endpoints.ts';
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
    const before = await lockEndpoint({ db }, tx, viewer, endpointId);
    const { rows } = await tx.query<Pick<Endpoint, 'previousSecretExpiresAt'>>({
      name: 'rotate-webhook-secret',
      text: `
        update webhook_endpoints set
          secret = $2,
          previous_secret = case when $3::int > 0 then secret end,
          previous_secret_expires_at = case when $3::int > 0 then statement_timestamp() + $3::int * interval '1 second' end
        where endpoint_id = $1
        returning previous_secret_expires_at as "previousSecretExpiresAt"`,
      values: [endpointId, sealSecret(config.secretsKeys, secret, viewer.sellerId), overlapSeconds],
    });
    await recordAudit(tx, viewer, {
      action: 'rotateWebhookSecret',
      subjectType: 'webhook_endpoint',
      subjectId: before.endpointId,
      before: { previousSecretExpiresAt: await unlessPassed(tx, before.previousSecretExpiresAt) },
      after: rows[0]!,
    });
    return { endpoint: before, secret };
  });
}
