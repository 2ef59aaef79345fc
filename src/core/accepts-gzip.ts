/**
 * Checks whether a client reads gzip. Browsers name `gzip` alone; a weight of 0 refuses it (RFC 9110, 12.5.3).
 *
 * @param header `Accept-Encoding`
 */
export function acceptsGzip(header: string | null | undefined): boolean {
  return (header ?? '').split(',').some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
