/** The path at which the service is published, without a slash at its end: empty unless a proxy publishes it below one. */
export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}
