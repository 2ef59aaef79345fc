import { z } from 'zod';
import { CannotStart } from './core/cannot-start.ts';
import { readRedisUrl } from './redis/read-redis-url.ts';

/** The settings from the environment, read and checked once. Nothing else in the service reads `process.env`. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

export type FeeRate = Config['sellerFee'];
export type StripeConfig = NonNullable<Config['stripe']>;
export type BucketConfig = NonNullable<Config['bucket']>;

/** A budget of points within a window that begins with the first point spent. */
export interface Budget {
  readonly points: number;
  readonly seconds: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const loggedAddresses = ['off', 'refused', 'all'] as const;
const graphiqlAccess = ['open', 'admin', 'off'] as const;
const paymentAccounts = ['operator', 'connected'] as const;
const roles = ['all', 'api', 'worker'] as const;

function urlWithScheme(...schemes: string[]) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
}

/** The driver tries one host: a list would be taken for the name of one. */
function databaseUrl() {
  const oneHost = z
    .string()
    .refine(
      (text) => !/^[^?#]*,/.test(text.replace(/\/\/[^/@]*@/, '//')) && !/[?&](?:host|hostaddr)=[^&]*,/.test(text),
      'must name one host: let an address that follows the primary, of a proxy or a pooler, stand for several',
    );
  return oneHost.pipe(urlWithScheme('postgres', 'postgresql'));
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

/** Returns the schema of one secret, or several separated by commas. */
function secrets(prefix: string) {
  return z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .refine((all) => all.every((secret) => secret.startsWith(prefix)), `must start with ${prefix}`);
}

/** Returns the schema of a budget: requests and their window in seconds, `6000/60`; or `off`. */
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

/** Returns the schema of a whole number. */
function numberFrom(min: number, max: number, fault = `must be from ${min} to ${max}`) {
  return z
    .string()
    .refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max, fault)
    .transform(Number);
}

function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

const environment = z.object({
  DATABASE_URL: databaseUrl().optional(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  REDIS_URL: z
    .string()
    .refine(
      isRedisUrl,
      'must be a URL that starts with redis:// or rediss://, or redis-sentinel://host,host/name, or redis-cluster://host,host',
    )
    .optional(),
  PORT: numberFrom(0, 65_535, 'must be a port number from 0 to 65535').default(4000),
  HOST: z
    .string()
    .refine((text) => /^[\w.:-]+$/.test(text), 'must be a host name or an IP address')
    .default('127.0.0.1'),
  PUBLIC_URL: urlWithScheme('http', 'https')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z.string().default('.data'),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  LOG_ADDRESSES: oneOf(loggedAddresses).default('off'),
  ROLE: oneOf(roles).default('all'),
  STRIPE_SECRET_KEY: textWithPrefix('sk_', 'rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: textWithPrefix('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: secrets('whsec_').optional(),
  STRIPE_API_BASE: urlWithScheme('http', 'https')
    .refine((text) => URL.canParse(text) && new URL(text).pathname === '/', 'must be a URL without a path')
    .optional(),
  PAYMENT_ACCOUNTS: oneOf(paymentAccounts).default('operator'),
  SELLER_FEE_BASIS_POINTS: numberFrom(0, 5_000, 'must be from 0 to 5000: 250 is 2.5 percent').default(0),
  SELLER_FEE_FIXED_CENTS: numberFrom(0, 10_000).default(0),
  STRIPE_CALLS_PER_SECOND: numberFrom(5, 10_000).default(25),
  // Four calls in a row must fit into the minute after which an intent counts as abandoned.
  PAYMENT_TIMEOUT_MS: numberFrom(1, 15_000).default(10_000),
  MAX_CONNECTIONS: numberFrom(10, 1_000_000).default(20_000),
  MAX_CONNECTIONS_PER_ADDRESS: numberFrom(10, 1_000_000).default(4_000),
  KEEP_ALIVE_SECONDS: numberFrom(1, 600).default(75),
  RATE_LIMIT_KEY: budget('6000/60'),
  RATE_LIMIT_IP: budget('18000/60'),
  PAGE_LIMIT_BROWSER: budget('600/60'),
  PAGE_LIMIT_IP: budget('15000/60'),
  PAGE_LIMIT_NEWCOMERS: budget('3000/60'),
  BID_LIMIT_BROWSER: budget('60/600'),
  BID_LIMIT_IP: budget('3000/600'),
  PICTURE_LIMIT_IP: budget('12000/60'),
  UPLOAD_LIMIT_IP: budget('120/600'),
  STREAM_LIMIT_BROWSER: numberFrom(1, 999_999).default(10),
  STREAM_LIMIT_IP: numberFrom(1, 999_999).default(2_000),
  TRUST_PROXY: numberFrom(0, 9, 'must be the number of proxies before the service, from 0 to 9').default(0),
  SECRETS_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'must be 32 random bytes in hex, such as `openssl rand -hex 32` gives')
    .optional(),
  SECRETS_KEY_PREVIOUS: z
    .string()
    .regex(
      /^[\da-f]{64}(,[\da-f]{64})*$/i,
      'must be one or more earlier values of SECRETS_KEY, with commas between them',
    )
    .optional(),
  WEBHOOK_ALLOW_LOOPBACK: z.enum(['true', 'false'], 'must be true or false').optional(),
  GRAPHIQL: oneOf(graphiqlAccess).optional(),
  SHUTDOWN_GRACE_MS: numberFrom(0, 60_000).optional(),
  RECONCILE_MINUTES: numberFrom(0, 1_440, 'must be a number of minutes, from 0 to 1440').default(5),
  AUDIT_RETENTION_DAYS: numberFrom(1, 99_999, 'must be a number of days, from 1 to 99999').optional(),
  BIDDER_RETENTION_DAYS: numberFrom(1, 99_999, 'must be a number of days, from 1 to 99999').optional(),
  // Deliveries are retried for three days.
  EVENT_RETENTION_DAYS: numberFrom(4, 999, 'must be a number of days, from 4 to 999').default(30),
  S3_BUCKET_URL: urlWithScheme('http', 'https')
    .refine((text) => !/[?#@]/.test(text), 'must be the address of a bucket, without a query and without a password')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region, such as eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: urlWithScheme('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n@"]+<[^\s<>@,;"]+@[\w.-]+>|[^\s<>@,;"]+@[\w.-]+)$/,
      'must be an e-mail address, such as auctions@example.com or Auctions <auctions@example.com>',
    )
    .optional(),
  MAIL_EVENTS_TOKEN: z
    .string()
    .regex(/^[\w-]{20,}$/, 'must have at least 20 letters, digits or -_')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWithScheme('http', 'https').optional(),
  METRICS_TOKEN: z
    .string()
    .refine((text) => /^[\w.~+/=-]{20,}$/.test(text), 'must have at least 20 letters, digits or -._~+/=')
    .optional(),
});

/** Stripe needs all three; STRIPE_API_BASE is for a stand-in. */
const stripeNeeds = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const bucketNeeds = ['S3_BUCKET_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const mailNeeds = ['SMTP_URL', 'MAIL_FROM'] as const;

/** The environment cannot be used; the message names every faulty variable, one per line. */
export class ConfigError extends CannotStart {
  override name = 'ConfigError';
}

/**
 * Reads the settings and reports all faults at once.
 *
 * @param env variables as the process got them; an empty one counts as absent
 * @throws ConfigError with all faults at once
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0]);
      return `  ${name}=${mask(name, given[name] ?? '')} ${issue.message}`;
    }),
    ...missing(given, 'Stripe', stripeNeeds, ['STRIPE_API_BASE']),
    ...missing(given, 'A bucket', bucketNeeds, ['S3_REGION']),
    ...missing(given, 'Mail', mailNeeds, ['MAIL_EVENTS_TOKEN']),
    ...missingForSecrets(given),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.join('\n')}`);
  }
  const value = parsed.data;
  return {
    /** The URL of PostgreSQL; `null`: `npm start` runs an embedded one. */
    databaseUrl: value.DATABASE_URL ?? null,
    /**
     * The URL of PostgreSQL itself if `databaseUrl` is that of a connection pooler; `null`: no pooler is used. An embedded database
     * has none.
     */
    databaseDirectUrl: value.DATABASE_URL === undefined ? null : (value.DATABASE_DIRECT_URL ?? null),
    /** The URL of Redis for the queue, for `readRedisUrl`; `null`: the queue lives in the same PostgreSQL. */
    redisUrl: value.REDIS_URL ?? null,
    port: value.PORT,
    host: value.HOST,
    /** The address at which bidders and sellers reach the service, without a trailing slash. */
    publicUrl: value.PUBLIC_URL ?? `http://${nameOfHost(value.HOST)}:${value.PORT}`,
    /** The data folder of the embedded database. */
    dataDir: value.DATA_DIR,
    logLevel: value.LOG_LEVEL,
    /** The answers whose line in the log has the client's address: none, those of refused callers, or all. */
    logAddresses: value.LOG_ADDRESSES,
    role: value.ROLE,
    /** The settings of Stripe; `null`: live sellers cannot hold auctions with bids. `missing` has refused a part of them. */
    stripe:
      value.STRIPE_SECRET_KEY === undefined
        ? null
        : {
            secretKey: value.STRIPE_SECRET_KEY,
            /** For the bidder's page; not a secret. */
            publishableKey: value.STRIPE_PUBLISHABLE_KEY!,
            /** Each signs events; several while they are rotated. */
            webhookSecrets: value.STRIPE_WEBHOOK_SECRET!,
            /** The address of Stripe's API, without a path; `null`: Stripe's own address. */
            apiBase: value.STRIPE_API_BASE ?? null,
          },
    /** Live sellers are paid into the operator's own account, or each into a connected account of its own. */
    paymentAccounts: value.PAYMENT_ACCOUNTS,
    /** The operator's fee of each sale that is paid into a seller's account: hundredths of a percent, and a fixed amount on top. */
    sellerFee: { basisPoints: value.SELLER_FEE_BASIS_POINTS, fixedInCents: value.SELLER_FEE_FIXED_CENTS },
    /** The calls that all processes together may make to Stripe in a second. */
    stripeCallsPerSecond: value.STRIPE_CALLS_PER_SECOND,
    /** The time that a payment provider may take to answer before the outcome counts as unknown. */
    paymentTimeoutMs: value.PAYMENT_TIMEOUT_MS,
    /** The number of our own proxies in front of the service, which add the client's address to `X-Forwarded-For`. */
    trustedProxies: value.TRUST_PROXY,
    /** The connections that a process accepts. */
    maxConnections: value.MAX_CONNECTIONS,
    /** The connections that it accepts from one address; not applied behind a proxy, which all connections come from. */
    maxConnectionsPerAddress: value.MAX_CONNECTIONS_PER_ADDRESS,
    /** The time for which a connection without a request stays open: longer than a proxy keeps it. */
    keepAliveMs: value.KEEP_ALIVE_SECONDS * 1_000,
    /** The request limits of a key and of an address; `null`: no limit. */
    rateLimits: { key: value.RATE_LIMIT_KEY, ip: value.RATE_LIMIT_IP },
    /** The limits of bidders at the auction page; `null`: no limit. */
    pageLimits: {
      /** Requests of one browser. */
      browser: value.PAGE_LIMIT_BROWSER,
      /** Requests of all browsers at one address. */
      ip: value.PAGE_LIMIT_IP,
      /** Requests from one address that come from no known browser: first visits, and programs. */
      newcomers: value.PAGE_LIMIT_NEWCOMERS,
      /** Bids of one browser that reach the payment provider. */
      bidsOfBrowser: value.BID_LIMIT_BROWSER,
      /** Bids from one address that reach the payment provider. */
      bidsOfIp: value.BID_LIMIT_IP,
      /** Pictures that are sent to one address. */
      pictures: value.PICTURE_LIMIT_IP,
      /** Pictures that are uploaded from one address. */
      uploads: value.UPLOAD_LIMIT_IP,
      /** Event streams that one browser may have open. */
      streamsOfBrowser: value.STREAM_LIMIT_BROWSER,
      /** Event streams that one address may have open. */
      streamsOfIp: value.STREAM_LIMIT_IP,
    },
    /** Keys of 32 bytes in hex: the first seals secrets, all open them. Empty until an embedded database brings its own. */
    secretsKeys: [value.SECRETS_KEY, ...(value.SECRETS_KEY_PREVIOUS?.split(',') ?? [])].filter(
      (key) => key !== undefined,
    ),
    /**
     * May test sellers send webhooks to this machine, and over plain http? Live sellers never may. A service with its embedded
     * database is usually a first trial, on one machine.
     */
    webhookAllowLoopback:
      value.WEBHOOK_ALLOW_LOOPBACK === undefined
        ? value.DATABASE_URL === undefined
        : value.WEBHOOK_ALLOW_LOOPBACK === 'true',
    /** The callers that may open GraphiQL and introspect GraphQL: everybody, admins only, or none. */
    graphiql: value.GRAPHIQL ?? (value.DATABASE_URL === undefined ? 'open' : 'admin'),
    /**
     * The time for which a stopping process continues to serve while `/readyz` reports the stop. On a single machine, no load
     * balancer has to notice the stop.
     */
    shutdownGraceMs: value.SHUTDOWN_GRACE_MS ?? (value.DATABASE_URL === undefined ? 0 : 1_000),
    /** The token with which Prometheus reads `/metrics`; `null`: only admin keys may. */
    metricsToken: value.METRICS_TOKEN ?? null,
    /** The seconds between two comparisons of the books with the providers' recent payments; 0: none are made. */
    reconcileEverySeconds: value.RECONCILE_MINUTES * 60,
    /** The number of days for which an entry of the audit log is kept; `null`: forever. */
    auditRetentionDays: value.AUDIT_RETENTION_DAYS ?? null,
    /** The number of days after a bidder's last hold until the bidder is erased; `null`: only on request. */
    bidderRetentionDays: value.BIDDER_RETENTION_DAYS ?? null,
    /** The number of days for which an event is kept in its seller's feed, with its deliveries. */
    eventRetentionDays: value.EVENT_RETENTION_DAYS,
    /** The bucket of an S3-compatible storage that keeps pictures; `null`: the database does. */
    bucket:
      value.S3_BUCKET_URL === undefined
        ? null
        : {
            /** The address of the bucket itself, without a trailing slash. */
            url: value.S3_BUCKET_URL,
            region: value.S3_REGION,
            accessKeyId: value.S3_ACCESS_KEY_ID!,
            secretAccessKey: value.S3_SECRET_ACCESS_KEY!,
          },
    /** The mail server that messages are sent through; `null`: live sellers and their bidders get none. */
    mail:
      value.SMTP_URL === undefined
        ? null
        : {
            smtpUrl: value.SMTP_URL,
            /** The address of the sender, with a name or without. */
            from: value.MAIL_FROM!,
            /** The secret part of the address to which a sender of mail reports bounces; `null`: there is no such address. */
            eventsToken: value.MAIL_EVENTS_TOKEN ?? null,
          },
    /** The address of the trace collector, without `/v1/traces`; `null`: no traces are made. */
    otlpEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  };
}

/** Names what a dependency lacks of which it has a part: `needed` belong together, and `optional` need them. */
function missing(
  given: NodeJS.ProcessEnv,
  dependency: string,
  needed: readonly string[],
  optional: readonly string[],
): string[] {
  if (![...needed, ...optional].some((name) => given[name] !== undefined)) return [];
  return needed
    .filter((name) => given[name] === undefined)
    .map((name) => `  ${name}= must be set too: ${dependency} needs ${needed.join(', ')} together`);
}

/** Secrets are never stored unsealed. An embedded database has its own key file. */
function missingForSecrets(given: NodeJS.ProcessEnv): string[] {
  if (given['SECRETS_KEY'] !== undefined) return [];
  if (given['SECRETS_KEY_PREVIOUS'] !== undefined) return ['  SECRETS_KEY= must be set where SECRETS_KEY_PREVIOUS is'];
  if (given['DATABASE_URL'] === undefined) return [];
  return [
    '  SECRETS_KEY= must be set where DATABASE_URL is: it seals secrets. Make one with `openssl rand -hex 32` and keep it',
  ];
}

/** Returns the name under which this machine reaches a server that listens on `host`. */
function nameOfHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** A URL may contain a password, a key is a secret, and messages are written to logs. */
function mask(name: string, value: string): string {
  if (/_(KEY|SECRET|TOKEN|KEY_PREVIOUS)$/.test(name) && name !== 'RATE_LIMIT_KEY') return '***';
  return value.replace(/(\/\/[^:/@]*:)[^@]*@/, '$1***@');
}
