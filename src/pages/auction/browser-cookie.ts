import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { digestUuid, isUuid } from '../../core/uuid.ts';

const name = 'browser';
/** Longer than any auction is open. */
const seconds = 60 * 24 * 3_600;

// The cookie holds a secret. Nothing but its digest, the browser's id, leaves this file.
const browserIdOf = (secret: string) => digestUuid('browser', secret);

/** Returns the id of the browser that asks; `null`: we gave it no cookie, or it keeps none. */
export function readBrowser(c: Context, publicUrl: string): string | null {
  const secret = getCookie(c, name, isSecure(publicUrl) ? 'host' : undefined);
  return secret !== undefined && isUuid(secret) ? browserIdOf(secret) : null;
}

/**
 * Gives a browser that has no cookie a secret one, so that its own bids can be shown to it and to nobody else.
 *
 * @returns the browser's new id
 */
export function nameBrowser(c: Context, publicUrl: string): string {
  const secret = randomUUID();
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: seconds } as const;
  if (isSecure(publicUrl)) setCookie(c, name, secret, { ...options, secure: true, prefix: 'host' });
  else setCookie(c, name, secret, options);
  return browserIdOf(secret);
}

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
