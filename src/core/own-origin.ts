/**
 * Checks whether an `Origin` is that of the service's own pages. `PUBLIC_URL` alone says where they are: the sender of a request chooses
 * its `Host`.
 */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  return origin === new URL(publicUrl).origin;
}
