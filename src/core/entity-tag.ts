import { hash } from 'node:crypto';

/** Computes the tag of an answer's body (RFC 9110): the same bytes have the same tag in every process. */
export function entityTag(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/**
 * Checks whether the caller already has this body.
 *
 * @param ifNoneMatch the header: tags, each perhaps weakened by a proxy, or `*`; `undefined` when absent
 */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = readTags(ifNoneMatch);
  return tags === '*' || tags?.some((tag) => tag === etag || tag === `W/${etag}`) === true;
}

/** The tags of a list (RFC 9110), perhaps weak ones. */
const tagsOfList = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Reads the header `If-Match` or `If-None-Match` (RFC 9110).
 *
 * @returns the tags as they were sent, or `*`; `null` if the header is malformed
 */
export function readTags(header: string): '*' | readonly string[] | null {
  if (header.trim() === '*') return '*';
  const tags = header.match(tagsOfList);
  // A tag may have commas in it. Elements of the list may be empty.
  const elements = header.replaceAll(tagsOfList, '""').split(',');
  return tags !== null && elements.every((each) => ['', '""'].includes(each.trim())) ? tags : null;
}
