import { Webhook } from 'standardwebhooks';

export interface SignedEvent {
  readonly eventId: string;
  /** The exact text that is sent. */
  readonly body: string;
  /** Of this attempt; receivers refuse one that is older than five minutes. */
  readonly at: Date;
}

/**
 * The headers by which a receiver knows that an event comes from here, as of Standard Webhooks.
 *
 * @param secrets `whsec_…`; each signs, so that a receiver may hold any of them
 */
export function signEvent({ eventId, body, at }: SignedEvent, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, at, body)).join(' '),
  };
}
