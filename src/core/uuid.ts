const pattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Would PostgreSQL take this text as a uuid in its one usual form? Any version, any case, no braces. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
