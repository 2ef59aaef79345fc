import { z } from 'zod';
import { CannotStart } from './core/cannot-start.ts';
import { readRedisUrl } from './redis/read-redis-url.ts';

/** What the environment says, read and checked once. Nothing else in the service reads `process.env`. */
export interface Config {
  /** PostgreSQL; `null`: `npm start` brings an embedded one. */
  readonly databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` is that of a pooler of connections; `null`: it is none. */
  readonly databaseDirectUrl: string | null;
  /** A standby of that PostgreSQL, for lists; `null`: there is none. */
  readonly databaseReplicaUrl: string | null;
  /** Redis for the queues, as `readRedisUrl`; `null`: the queues live in the same PostgreSQL. */
  readonly redisUrl: string | null;
  readonly port: number;
  readonly host: string;
  /** The address bidders and sellers reach the service at, without a trailing slash. */
  readonly publicUrl: string;
  /** Where the embedded database lives. */
  readonly dataDir: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly role: (typeof roles)[number];
  /** How Stripe is reached; `null`: live sellers cannot hold auctions with bids. */
  readonly stripe: StripeConfig | null;
  /** How long a payment provider may take to answer before the outcome counts as unknown. */
  readonly paymentTimeoutMs: number;
  /** How many proxies of ours stand before the service, and add to `X-Forwarded-For` whom they serve. */
  readonly trustedProxies: number;
  /** How often the APIs may be asked with one key, and from one address; `null`: as often as one likes. */
  readonly rateLimits: { readonly key: Budget | null; readonly ip: Budget | null };
  /** May test sellers have webhooks sent to this machine, and over plain http? Live sellers never may. */
  readonly webhookAllowLoopback: boolean;
  /** Who may open GraphiQL and ask GraphQL for its own schema: anybody, admins alone, or nobody. */
  readonly graphiql: (typeof graphiqlAccess)[number];
  /** How long a process that is asked to stop goes on serving while it says at `/readyz` that it stops. */
  readonly shutdownGraceMs: number;
  /** What lets Prometheus read `/metrics`, beside the keys of admins; `null`: nothing does. */
  readonly metricsToken: string | null;
  /** For how many days an entry of the audit log is kept; `null`: for ever. */
  readonly auditRetentionDays: number | null;
  /** Where traces are collected, without `/v1/traces`; `null`: none are made. */
  readonly otlpEndpoint: string | null;
}

/** What may be spent within a while, from the first point spent on. */
export interface Budget {
  readonly points: number;
  readonly seconds: number;
}

export interface StripeConfig {
  readonly secretKey: string;
  /** For the bidder's page; not a secret. */
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Where Stripe's API is, without a path; `null`: Stripe's own address. */
  readonly apiBase: string | null;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const graphiqlAccess = ['open', 'admin', 'off'] as const;
const roles = ['all', 'api', 'worker'] as const;

function urlWithScheme(...schemes: string[]) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
}

function isRedisUrl(text: string): boolean {
  try {
    return readRedisUrl(text) !== null;
  } catch {
    return false;
  }
}

function textWithPrefix(...prefixes: string[]) {
  return z
    .string()
    .refine((text) => prefixes.some((prefix) => text.startsWith(prefix)), `must start with ${prefixes.join(' or ')}`);
}

/** Requests and the seconds in which they may come, `6000/60`; or `off`. */
function budget(usual: string) {
  return z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,8}\/[1-9]\d{0,4}$/.test(text) || text === 'off',
      'must be requests/seconds, such as 6000/60, or off',
    )
    .transform((text): Budget | null => {
      const [points = 0, seconds = 0] = text.split('/').map(Number);
      return text === 'off' ? null : { points, seconds };
    })
    .prefault(usual);
}

const environment = z.object({
  DATABASE_URL: urlWithScheme('postgres', 'postgresql').optional(),
  DATABASE_DIRECT_URL: urlWithScheme('postgres', 'postgresql').optional(),
  DATABASE_REPLICA_URL: urlWithScheme('postgres', 'postgresql').optional(),
  REDIS_URL: z
    .string()
    .refine(
      isRedisUrl,
      'must be a URL that starts with redis:// or rediss://, or redis-sentinel://host,host/name, or redis-cluster://host,host',
    )
    .optional(),
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port number from 0 to 65535')
    .transform(Number)
    .default(4000),
  HOST: z
    .string()
    .refine((text) => /^[\w.:-]+$/.test(text), 'must be a host name or an IP address')
    .default('127.0.0.1'),
  PUBLIC_URL: urlWithScheme('http', 'https')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z.string().default('.data'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  ROLE: z.enum(roles, `must be one of ${roles.join(', ')}`).default('all'),
  STRIPE_SECRET_KEY: textWithPrefix('sk_', 'rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: textWithPrefix('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: textWithPrefix('whsec_').optional(),
  STRIPE_API_BASE: urlWithScheme('http', 'https')
    .refine((text) => URL.canParse(text) && new URL(text).pathname === '/', 'must be a URL without a path')
    .optional(),
  PAYMENT_TIMEOUT_MS: z
    .string()
    // Four calls in a row must fit into the minute after which an intent counts as abandoned.
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 15_000, 'must be from 1 to 15000')
    .transform(Number)
    .default(10_000),
  RATE_LIMIT_KEY: budget('6000/60'),
  RATE_LIMIT_IP: budget('18000/60'),
  TRUST_PROXY: z
    .string()
    .refine((text) => /^\d$/.test(text), 'must be the number of proxies before the service, from 0 to 9')
    .transform(Number)
    .default(0),
  WEBHOOK_ALLOW_LOOPBACK: z.enum(['true', 'false'], 'must be true or false').optional(),
  GRAPHIQL: z.enum(graphiqlAccess, `must be one of ${graphiqlAccess.join(', ')}`).optional(),
  NODE_ENV: z.string().optional(),
  SHUTDOWN_GRACE_MS: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 60_000, 'must be from 0 to 60000')
    .transform(Number)
    .optional(),
  AUDIT_RETENTION_DAYS: z
    .string()
    .refine((text) => /^[1-9]\d{0,4}$/.test(text), 'must be a number of days, from 1 to 99999')
    .transform(Number)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWithScheme('http', 'https').optional(),
  METRICS_TOKEN: z
    .string()
    .refine((text) => /^[\w.~+/=-]{20,}$/.test(text), 'must have at least 20 letters, digits or -._~+/=')
    .optional(),
});

/** Stripe needs all three; STRIPE_API_BASE is for a stand-in. */
const stripeNeeds = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** The environment cannot be used; the message names every faulty variable, one a line. */
export class ConfigError extends CannotStart {
  override name = 'ConfigError';
}

/**
 * @param env variables as the process got them; an empty one counts as absent
 * @throws ConfigError with all faults at once
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0]);
      return `  ${name}=${mask(name, given[name] ?? '')} ${issue.message}`;
    }),
    ...missingForStripe(given),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.join('\n')}`);
  }
  const value = parsed.data;
  return {
    databaseUrl: value.DATABASE_URL ?? null,
    // An embedded database has nothing before it, and nothing that follows it.
    databaseDirectUrl: value.DATABASE_URL === undefined ? null : (value.DATABASE_DIRECT_URL ?? null),
    databaseReplicaUrl: value.DATABASE_URL === undefined ? null : (value.DATABASE_REPLICA_URL ?? null),
    redisUrl: value.REDIS_URL ?? null,
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL ?? `http://${nameOfHost(value.HOST)}:${value.PORT}`,
    dataDir: value.DATA_DIR,
    logLevel: value.LOG_LEVEL,
    role: value.ROLE,
    stripe:
      value.STRIPE_SECRET_KEY === undefined ||
      value.STRIPE_PUBLISHABLE_KEY === undefined ||
      value.STRIPE_WEBHOOK_SECRET === undefined
        ? null
        : {
            secretKey: value.STRIPE_SECRET_KEY,
            publishableKey: value.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: value.STRIPE_WEBHOOK_SECRET,
            apiBase: value.STRIPE_API_BASE ?? null,
          },
    paymentTimeoutMs: value.PAYMENT_TIMEOUT_MS,
    trustedProxies: value.TRUST_PROXY,
    rateLimits: { key: value.RATE_LIMIT_KEY, ip: value.RATE_LIMIT_IP },
    // A service that brings its own database is somebody's first look at it, on one machine.
    webhookAllowLoopback:
      value.WEBHOOK_ALLOW_LOOPBACK === undefined
        ? value.DATABASE_URL === undefined
        : value.WEBHOOK_ALLOW_LOOPBACK === 'true',
    graphiql:
      value.GRAPHIQL ?? (value.DATABASE_URL !== undefined && value.NODE_ENV === 'production' ? 'admin' : 'open'),
    // Alone on a machine, there is nobody to send requests elsewhere meanwhile.
    shutdownGraceMs: value.SHUTDOWN_GRACE_MS ?? (value.DATABASE_URL === undefined ? 0 : 1_000),
    metricsToken: value.METRICS_TOKEN ?? null,
    auditRetentionDays: value.AUDIT_RETENTION_DAYS ?? null,
    otlpEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  };
}

function missingForStripe(given: NodeJS.ProcessEnv): string[] {
  const isWanted = [...stripeNeeds, 'STRIPE_API_BASE'].some((name) => given[name] !== undefined);
  if (!isWanted) return [];
  return stripeNeeds
    .filter((name) => given[name] === undefined)
    .map((name) => `  ${name}= must be set too: Stripe needs ${stripeNeeds.join(', ')} together`);
}

/** The name under which this machine reaches what listens on `host`. */
function nameOfHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** A URL may carry a password, a key is one, and a message ends up in logs. */
function mask(name: string, value: string): string {
  if (/_(KEY|SECRET|TOKEN)$/.test(name) && name !== 'RATE_LIMIT_KEY') return '***';
  return value.replace(/(\/\/[^:/@]*:)[^@]*@/, '$1***@');
}
