import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { isUuid } from '../../core/uuid.ts';

/**
 * The action of a link in a message. Tokens of one kind are worth nothing in the place of another: the one that ends messages stands in a
 * header that mail programs and their services read.
 */
type LinkKind = 'message' | 'unsubscribe' | 'inbox';

export type LinkConfig = Pick<Config, 'publicUrl' | 'linkKey'>;

function proofOf(key: string, kind: LinkKind, id: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${kind} ${id.toLowerCase()}`).digest('base64url');
}

/** @throws without a key to prove with, which every configured service has */
function tokenOf({ linkKey }: LinkConfig, kind: LinkKind, id: string): string {
  if (linkKey === null) throw new Error('The key of the links in messages is not open: see SECRETS_KEY_PREVIOUS.');
  return `${id}.${proofOf(linkKey, kind, id)}`;
}

/**
 * Reads the id that a token names. Nobody makes a token without the service's key, so its bearer has read the message, or was given the
 * address of the inbox.
 *
 * @returns `null`: it is none of ours
 */
export function idOfToken({ linkKey }: LinkConfig, kind: LinkKind, token: string): string | null {
  const [id = '', proof = ''] = token.split('.', 2);
  if (linkKey === null || !isUuid(id)) return null;
  const [given, wanted] = [Buffer.from(proof), Buffer.from(proofOf(linkKey, kind, id))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
}

/** Returns the links of a message: `open` leads on, `unsubscribe` ends news. */
export function messageLinks(config: LinkConfig, eventId: string): { open: string; unsubscribe: string } {
  const address = (kind: LinkKind) => `${config.publicUrl}/auctions/mail/${tokenOf(config, kind, eventId)}`;
  return { open: address('message'), unsubscribe: `${address('unsubscribe')}/unsubscribe` };
}

/**
 * Returns the address of the page that shows a test seller's messages.
 *
 * @returns `null`: without a key to prove it with, there is none
 */
export function inboxUrl(config: LinkConfig, sellerId: string): string | null {
  if (config.linkKey === null) return null;
  return `${config.publicUrl}/auctions/inbox/${tokenOf(config, 'inbox', sellerId)}`;
}
