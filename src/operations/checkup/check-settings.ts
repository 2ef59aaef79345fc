import type { Config } from '../../platform/config.ts';
import { type CheckResult, fault, fine, notice } from '../../core/check-result.ts';

interface Demand {
  readonly subject: string;
  isMet(config: Config): boolean;
  readonly found: string;
  readonly remedy: string;
}

/** Settings for a developer's machine, which a service that others use should not have. */
const closed: readonly Demand[] = [
  {
    subject: 'WEBHOOK_ALLOW_LOOPBACK',
    isMet: ({ webhookAllowLoopback }) => !webhookAllowLoopback,
    found: 'Test sellers can have webhooks sent to this machine.',
    remedy: 'Leave it away where sellers are not people you know.',
  },
  {
    subject: 'Rate limits',
    isMet: ({ rateLimits }) => rateLimits.key !== null && rateLimits.ip !== null,
    found: 'The APIs have no request limit.',
    remedy: 'Leave RATE_LIMIT_KEY and RATE_LIMIT_IP to their defaults.',
  },
  {
    subject: 'GraphiQL',
    isMet: ({ graphiql }) => graphiql !== 'open',
    found: 'Anybody may open it and ask for the schema.',
    remedy: 'Leave GRAPHIQL to its default, or set GRAPHIQL=admin.',
  },
];

const queue: Demand = {
  subject: 'Queue',
  isMet: ({ redisUrl }) => redisUrl !== null,
  found: 'It lives in PostgreSQL.',
  remedy: 'Set REDIS_URL where there are many auctions, or more than one process.',
};

/** Checks settings that suit a developer's machine and rarely production. */
export function checkSettings(config: Config): CheckResult[] {
  // A service with its embedded database runs on a developer's machine.
  if (config.databaseUrl === null) return [];
  const unmet = [...closed, queue].filter(({ isMet }) => !isMet(config));
  if (unmet.length === 0) return [fine('Settings', 'They suit a service that others use.')];
  return unmet.map(({ subject, found, remedy }) => notice(subject, found, remedy));
}

const demands: readonly Demand[] = [
  {
    subject: 'DATABASE_URL',
    isMet: ({ databaseUrl }) => databaseUrl !== null,
    found: 'The service brings its own database, which lives and dies with this machine.',
    remedy: 'Set DATABASE_URL to a PostgreSQL with continuous archiving.',
  },
  {
    subject: 'Stripe',
    isMet: ({ stripe }) => stripe !== null,
    found: 'Without Stripe, no bid on a live auction can be backed.',
    remedy: 'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
  },
  {
    subject: 'Keys of Stripe',
    isMet: ({ providerSandbox }) => !providerSandbox,
    found: 'The keys of Stripe are test keys (PROVIDER_SANDBOX=true): no real money would move.',
    remedy: 'Remove PROVIDER_SANDBOX. Set the live keys, and the signing secret of the live webhook endpoint.',
  },
  {
    subject: 'PUBLIC_URL is https',
    isMet: ({ publicUrl }) => publicUrl.startsWith('https:'),
    found: 'Bidders enter cards on a page that is not encrypted.',
    remedy: 'Set PUBLIC_URL to the https address of the proxy in front of the service.',
  },
  {
    subject: 'PUBLIC_URL is a public name',
    isMet: ({ publicUrl }) => !/^(localhost|127\.|10\.|192\.168\.|\[)/.test(new URL(publicUrl).hostname),
    found: 'PUBLIC_URL is an address of this machine or its network: bidders and Stripe cannot reach it.',
    remedy: 'Set PUBLIC_URL to the public name of the service.',
  },
  {
    subject: 'TRUST_PROXY is set',
    isMet: ({ trustedProxies }) => trustedProxies > 0,
    found: 'All clients share one address, that of the proxy, and one budget of requests.',
    remedy: 'Set TRUST_PROXY to the number of proxies that requests pass.',
  },
  ...closed,
  {
    subject: 'METRICS_TOKEN is set',
    isMet: ({ metricsToken }) => metricsToken !== null,
    found: 'Nobody is woken when money is stuck: only an admin key reads /metrics.',
    remedy: 'Set METRICS_TOKEN, let Prometheus read /metrics, and alert as docs/operations/running.md says.',
  },
];

/** Checks everything that live payments need: `npm run cli -- doctor --live`. */
export function checkLive(config: Config): CheckResult[] {
  return demands.map(({ subject, isMet, found, remedy }) =>
    isMet(config) ? fine(`Live: ${subject}`, 'as it must be.') : fault(`Live: ${subject}`, found, remedy),
  );
}
