import type { webhooks } from '../v1.d.ts';

/** The body of a webhook's request: what `payload` is, `eventType` tells. */
export type WebhookEvent = {
  [EventType in keyof webhooks]: webhooks[EventType]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

/** The request does not come from the service, or is an old copy: answer it with 400. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** Headers as `fetch` has them, or as those of Node.js: an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies the request of a webhook, by the rules of Standard Webhooks (https://www.standardwebhooks.com).
 *
 * An event may come more than once, with the same `webhook-id`: act on each id once.
 *
 * @param body exactly as it was received
 * @param secrets one `whsec_…` or several: while a secret is rotated, the old one and the new one
 * @param toleranceSeconds a request whose timestamp is further from now is refused
 * @throws WebhookVerificationError
 * @throws TypeError if a secret is malformed or missing
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  toleranceSeconds = 300,
): Promise<WebhookEvent> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new TypeError('secrets is empty.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');

  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('webhook-timestamp is not a number of seconds.');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(
      'webhook-timestamp is too far from now: the request is an old copy, or a clock is wrong.',
    );
  }

  const content = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = new Uint8Array([...encoder.encode(`${id}.${timestamp}.`), ...content]);
  const given = signatures.flatMap((each) => (each.startsWith('v1,') ? [fromBase64(each.slice(3))] : []));
  // `verify` compares in constant time, so that the time tells nothing about a signature.
  const pairs = keys.flatMap((key) => given.map((signature) => ({ key, signature })));
  const matches = await Promise.all(
    pairs.map(
      async ({ key, signature }) => signature !== null && (await crypto.subtle.verify('HMAC', key, signature, signed)),
    ),
  );
  if (!matches.includes(true)) {
    throw new WebhookVerificationError('No signature matches: the secret is another one, or the body was changed.');
  }
  return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
}

const encoder = new TextEncoder();

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  // Without the secret itself: an error message may be logged.
  if (bytes === null || bytes.length === 0) throw new TypeError('A webhook secret must be whsec_ and then base64.');
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

/** Returns `null` for what is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
