import { randomBytes } from 'node:crypto';
import { differences, recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { sealSecret } from '../../core/seal-secret.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { createEndpointInput, rotateSecretInput, updateEndpointInput } from './endpoint-input.ts';
import { auditedEndpoint, type Endpoint, findEndpoint, lockEndpoint, unlessPassed } from './endpoints.ts';
import { failPendingDeliveries } from './record-attempt.ts';

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
 * @param raw the arguments, unchecked: `url`, `eventTypes`, `description`
 * @throws Refusal `invalid_request` with every fault, `webhook_endpoint_limit`
 */
export async function createEndpoint(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: Viewer,
  raw: unknown,
): Promise<EndpointWithSecret> {
  const { url, eventTypes, description } = checkInput(createEndpointInput(config, viewer), raw);
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
      after: auditedEndpoint({ url, description, eventTypes, disabledReason: null }),
    });
    return { endpoint, secret };
  });
}

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
  const changes = checkInput(updateEndpointInput(config, viewer), raw);
  return db.transaction(async (tx) => {
    const before = await lockEndpoint({ db }, tx, viewer, endpointId);
    const disables = changes.isEnabled === false && before.disabledAt === null;
    const enables = changes.isEnabled === true;
    // Failures at the old address say nothing about the new one.
    const isElsewhere = changes.url !== undefined && changes.url !== before.url;
    if (disables) await failPendingDeliveries(tx, endpointId);
    await tx.query({
      name: 'update-webhook-endpoint',
      // An endpoint keeps the instant of its disabling for as long as it stays disabled.
      text: `
        update webhook_endpoints set
          url = $2, event_types = $3::webhook_event_type[], description = $4, failing_since = $5, disabled_reason = $6,
          disabled_at = case when $6::webhook_disabled_reason is not null then coalesce(disabled_at, statement_timestamp()) end
        where endpoint_id = $1`,
      values: [
        endpointId,
        changes.url ?? before.url,
        changes.eventTypes ?? before.eventTypes,
        changes.description === undefined ? before.description : changes.description,
        enables || isElsewhere ? null : before.failingSince,
        disables ? 'seller' : enables ? null : before.disabledReason,
      ],
    });
    const after = await findEndpoint({ db }, viewer, endpointId);
    const changed = differences(auditedEndpoint(before), auditedEndpoint(after));
    if (changed !== null) {
      const subject = { subjectType: 'webhook_endpoint', subjectId: after.endpointId } as const;
      await recordAudit(tx, viewer, { action: 'updateWebhookEndpoint', ...subject, ...changed });
    }
    return after;
  });
}

/**
 * Replaces the secret of an endpoint. The previous secret signs together with the new one for a while, so that receivers
 * can switch at their own time. At most two secrets ever sign: an older one stops at once.
 *
 * @param raw the arguments, unchecked: `overlapSeconds`, 0 to 7 days; 0 ends the present secret at once
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
    });
  });
}

/** The number of deliveries that one call deletes, with their attempts. */
export const deliveriesAtOnce = 500;

/**
 * Deletes endpoints that their sellers have deleted: a batch of their deliveries, and those endpoints that have none left. Nobody
 * waits for it: a row that a fact's transaction has locked is left to the next call.
 *
 * @returns the number of deleted deliveries; fewer than `deliveriesAtOnce` when these were all
 */
export async function deleteMarkedEndpoints(db: Connection): Promise<number> {
  const { rowCount } = await db.query({
    name: 'delete-deliveries-of-marked-endpoints',
    text: `
      delete from webhook_deliveries where delivery_id = any (array (
        select delivery_id from webhook_deliveries
        where endpoint_id = any (array (select endpoint_id from webhook_endpoints where deleted_at is not null))
        limit ${deliveriesAtOnce} for update skip locked))`,
  });
  const deleted = rowCount ?? 0;
  if (deleted === deliveriesAtOnce) return deleted;
  await db.query({
    name: 'delete-marked-endpoints',
    text: `
      delete from webhook_endpoints where endpoint_id = any (array (
        select endpoint_id from webhook_endpoints e where deleted_at is not null
          and not exists (select from webhook_deliveries d where d.endpoint_id = e.endpoint_id)
        for update skip locked))`,
  });
  return deleted;
}

/** Generates a signing secret in the format of Standard Webhooks: `whsec_` and the key in base64. */
function generateSecret(): string {
  // The standard requires 24 to 64 bytes; more than 32 do not strengthen HMAC-SHA256.
  return `whsec_${randomBytes(32).toString('base64')}`;
}
