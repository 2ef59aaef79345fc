/** The key that seals secrets in tests. */
export const SECRETS_KEY = '5ec2e7'.repeat(11).slice(0, 64);

/** Returns the settings of a process with a database: what it needs, and GraphiQL open to all, as without `DATABASE_URL`. */
export function withDatabase(url: string): { DATABASE_URL: string; SECRETS_KEY: string; GRAPHIQL: string } {
  return { DATABASE_URL: url, SECRETS_KEY, GRAPHIQL: 'open' };
}

/** Returns the settings of a process whose live sellers are paid by a stand-in of Stripe. */
export function withStripe(url: string) {
  return {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_BASE: url,
    PROVIDER_SANDBOX: 'true',
  };
}
