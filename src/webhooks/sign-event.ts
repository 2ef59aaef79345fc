import { Webhook } from 'standardwebhooks';

export interface SignedEvent {
  readonly eventId: string;
  /** The exact text that is sent. */
  readonly body: string;
  /** The time of this attempt; receivers refuse one that is older than five minutes. */
  readonly at: Date;
}

/**
 * Builds the headers of Standard Webhooks, which prove to a receiver that an event comes from this service.
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
