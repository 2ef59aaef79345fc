const pattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Checks whether PostgreSQL would accept this text as a uuid in its usual form: any version, any case, no braces. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
