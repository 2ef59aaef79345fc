import { expect, test } from 'vitest';
import { checkLive } from '../../src/operations/checkup/check-settings.ts';
import { readConfig } from '../../src/platform/config.ts';

const live = {
  DATABASE_URL: 'postgres://db.internal/auctions',
  PUBLIC_URL: 'https://auctions.example',
  TRUST_PROXY: '1',
  SECRETS_KEY: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  METRICS_TOKEN: 'scraper-token-of-prometheus',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};

const faultsOf = (env: Record<string, string | undefined>) =>
  checkLive(readConfig(env))
    .filter(({ verdict }) => verdict === 'fault')
    .map(({ subject }) => subject.replace('Live: ', ''));

test('a service that is ready for real money has no fault', () => {
  expect(faultsOf(live)).toEqual([]);
});

test.each([
  ['Stripe', { STRIPE_SECRET_KEY: undefined, STRIPE_PUBLISHABLE_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined }],
  ['Keys of Stripe', { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', PROVIDER_SANDBOX: 'true' }],
  ['PUBLIC_URL is https', { PUBLIC_URL: 'http://auctions.example' }],
  ['PUBLIC_URL is a public name', { PUBLIC_URL: 'https://localhost' }],
  ['TRUST_PROXY is set', { TRUST_PROXY: '0' }],
  ['Rate limits', { RATE_LIMIT_KEY: 'off' }],
  ['GraphiQL', { GRAPHIQL: 'open' }],
  ['WEBHOOK_ALLOW_LOOPBACK', { WEBHOOK_ALLOW_LOOPBACK: 'true' }],
  ['METRICS_TOKEN is set', { METRICS_TOKEN: undefined }],
])('%s: one fault with %o', (subject, change) => {
  expect(faultsOf({ ...live, ...change })).toEqual([subject]);
});

test('a service without any setting gets each fault with its remedy', () => {
  expect(faultsOf({})).toEqual([
    'DATABASE_URL',
    'Stripe',
    'PUBLIC_URL is https',
    'PUBLIC_URL is a public name',
    'TRUST_PROXY is set',
    'WEBHOOK_ALLOW_LOOPBACK',
    'GraphiQL',
    'METRICS_TOKEN is set',
  ]);
  for (const { verdict, remedy } of checkLive(readConfig({}))) expect(remedy === null).toBe(verdict === 'fine');
});
