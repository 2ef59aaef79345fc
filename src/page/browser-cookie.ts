import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isUuid } from '../core/uuid.ts';

const name = 'browser';
/** Longer than any auction is open. */
const seconds = 60 * 24 * 3_600;

/** The browser that asks, by the random name that we gave it; `null`: we gave it none, or it keeps none. */
export function readBrowser(c: Context, publicUrl: string): string | null {
  const browserId = getCookie(c, name, isSecure(publicUrl) ? 'host' : undefined);
  return browserId !== undefined && isUuid(browserId) ? browserId : null;
}

/**
 * Names a browser that has no name yet, so that its own bids can be shown to it and to nobody else.
 *
 * @returns its new name
 */
export function nameBrowser(c: Context, publicUrl: string): string {
  const browserId = randomUUID();
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: seconds } as const;
  if (isSecure(publicUrl)) setCookie(c, name, browserId, { ...options, secure: true, prefix: 'host' });
  else setCookie(c, name, browserId, options);
  return browserId;
}

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
