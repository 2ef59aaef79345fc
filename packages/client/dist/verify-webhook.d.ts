import type { webhooks } from '../v1.d.ts';
/** The body of a webhook's request: what `payload` is, `eventType` tells. */
export type WebhookEvent = {
    [EventType in keyof webhooks]: webhooks[EventType]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];
/** The request does not come from the service, or is an old copy: answer it with 400. */
export declare class WebhookVerificationError extends Error {
    name: string;
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
export declare function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secrets: string | readonly string[], toleranceSeconds?: number): Promise<WebhookEvent>;
