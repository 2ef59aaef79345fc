import { Refusal } from './refusal.ts';

/**
 * Refuses a compressed body: a few bytes of it could stand for gigabytes.
 *
 * @param contentEncoding the header, `null` when absent
 * @throws Refusal `unsupported_media_type`
 */
export function refuseCompressed(contentEncoding: string | null): void {
  if (contentEncoding === null || /^\s*(identity)?\s*$/i.test(contentEncoding)) return;
  throw new Refusal('unsupported_media_type', {
    detail: 'The body is compressed: send it without "Content-Encoding".',
  });
}
