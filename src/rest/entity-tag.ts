import { hash } from 'node:crypto';

/** The tag of an answer's body (RFC 9110): the same bytes have the same one, whichever process answers. */
export function entityTag(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/**
 * Does whoever asks have this body already?
 *
 * @param ifNoneMatch the header `If-None-Match`: tags, each of them perhaps weakened by a proxy, or `*`; `null` when absent
 */
export function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}
