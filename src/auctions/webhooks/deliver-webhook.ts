import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { openSecret } from '../../core/seal-secret.ts';
import type { Deps } from '../../payments/deps.ts';
import { webhookAttemptDuration, webhookAttempts } from '../../platform/metrics/metrics.ts';
import type { Attempt } from './claim-deliveries.ts';
import { eventBody } from './event-body.ts';
import { type Answer, postEvent } from './post-event.ts';
import { type ResolveName, resolveReceiver } from './receiver.ts';
import { endAttempt, recordAttempt } from './record-attempt.ts';

type DeliveringDeps = Pick<Deps, 'config' | 'db' | 'log'> & { readonly resolveName: ResolveName };

/** The limit covers the name lookup, the connection, the request and the start of the answer. */
const limitMs = 15_000;

/**
 * Sends an event to an endpoint once, and records the outcome. Delivery is at least once: a process that dies in between
 * leaves a claim that expires.
 *
 * @param stopping abandons an attempt that would outlast the process; another process claims the delivery
 */
export async function deliverWebhook(deps: DeliveringDeps, attempt: Attempt, stopping: AbortSignal): Promise<void> {
  if (attempt.isDisabled) return void (await endAttempt(deps.db, attempt, 'failed'));

  const body = eventBody(attempt, attempt.mode, deps.config);
  const secrets = attempt.secrets.map((stored) => openSecret(deps.config.secretsKeys, stored, attempt.sellerId));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'auction-service-webhooks/1',
    ...(attempt.requestId !== null && { 'x-request-id': attempt.requestId }),
    ...signEvent({ eventId: attempt.eventId, body, at: attempt.requestedAt }, secrets),
  };
  const startedAtMs = performance.now();
  const limit = AbortSignal.any([AbortSignal.timeout(limitMs), stopping]);
  const answer = await send(deps, attempt, { headers, body }, limit);
  const durationMs = Math.round(performance.now() - startedAtMs);
  if (answer.error !== null && stopping.aborted) return void (await endAttempt(deps.db, attempt, 'given_back'));

  const result = await recordAttempt(deps.db, { attempt, headers, answer, durationMs });
  webhookAttempts.inc({ result });
  webhookAttemptDuration.observe(durationMs / 1000);
  const { deliveryId, endpointId, sellerId } = attempt;
  deps.log.debug(
    { deliveryId, endpointId, sellerId, result, status: answer.status, error: answer.error },
    'Webhook attempted.',
  );
}

async function send(
  deps: DeliveringDeps,
  { mode, url }: Attempt,
  message: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<Answer> {
  const aborted = once(signal, 'abort').then(() => ({ error: 'timeout' }));
  const receiver = await Promise.race([resolveReceiver(deps, mode, new URL(url)), aborted]);
  if ('error' in receiver) return { status: null, body: null, retryAfter: null, error: receiver.error };
  return postEvent({ url, addresses: receiver.addresses, ...message }, signal);
}

/**
 * Builds the headers of Standard Webhooks, which prove to a receiver that an event comes from this service.
 *
 * @param event.body the exact text that is sent
 * @param event.at the time of this attempt; receivers refuse one that is older than five minutes
 * @param secrets `whsec_…`; each signs, so that a receiver may hold any of them
 */
export function signEvent(
  { eventId, body, at }: { eventId: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
  };
}
