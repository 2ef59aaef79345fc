import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { isUuid } from '../core/uuid.ts';

/** What a link of a message does. Tokens of one kind are worth nothing in the place of another. */
type LinkKind = 'message' | 'inbox';

type LinkConfig = Pick<Config, 'publicUrl' | 'secretsKeys'>;

function proofOf(key: string, kind: LinkKind, id: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${kind} ${id.toLowerCase()}`).digest('base64url');
}

/** @throws without a key to prove with, which every configured service has */
function tokenOf({ secretsKeys }: LinkConfig, kind: LinkKind, id: string): string {
  const [key] = secretsKeys;
  if (key === undefined) throw new Error('Links of messages need SECRETS_KEY.');
  return `${id}.${proofOf(key, kind, id)}`;
}

/**
 * Reads the id that a token names. Nobody makes a token without one of the service's keys, so its bearer has read the message, or was given the
 * address of the inbox.
 *
 * @returns `null`: it is none of ours
 */
export function idOfToken({ secretsKeys }: LinkConfig, kind: LinkKind, token: string): string | null {
  const [id = '', proof = ''] = token.split('.', 2);
  if (!isUuid(id)) return null;
  const given = Buffer.from(proof);
  const isProven = secretsKeys.some((key) => {
    const wanted = Buffer.from(proofOf(key, kind, id));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  return isProven ? id : null;
}

/** Returns the links of a message: `open` confirms its address and leads on, `unsubscribe` ends messages. */
export function messageLinks(config: LinkConfig, eventId: string): { open: string; unsubscribe: string } {
  const open = `${config.publicUrl}/auctions/mail/${tokenOf(config, 'message', eventId)}`;
  return { open, unsubscribe: `${open}/unsubscribe` };
}

/**
 * Returns the address of the page that shows a test seller's messages.
 *
 * @returns `null`: without a key to prove it with, there is none
 */
export function inboxUrl(config: LinkConfig, sellerId: string): string | null {
  if (config.secretsKeys.length === 0) return null;
  return `${config.publicUrl}/auctions/inbox/${tokenOf(config, 'inbox', sellerId)}`;
}
