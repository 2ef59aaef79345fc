/** The key that seals secrets in tests. */
export const SECRETS_KEY = '5ec2e7'.repeat(11).slice(0, 64);

/** Returns the settings of a process with a database: what it needs, and GraphiQL open to all, as without `DATABASE_URL`. */
export function withDatabase(url: string): { DATABASE_URL: string; SECRETS_KEY: string; GRAPHIQL: string } {
  return { DATABASE_URL: url, SECRETS_KEY, GRAPHIQL: 'open' };
}
