import { z } from 'zod';
import { CannotStart } from '../core/cannot-start.ts';
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

function urlWithScheme(...schemes: string[]) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** The driver tries one host: a list would be taken for the name of one. */
const postgresUrl = z
  .string()
  .refine(
    (text) => !/^[^?#]*,/.test(text.replace(/\/\/[^/@]*@/, '//')) && !/[?&](?:host|hostaddr)=[^&]*,/.test(text),
    'must name one host: let an address that follows the primary, of a proxy or a pooler, stand for several',
  )
  .pipe(urlWithScheme('postgres', 'postgresql'));

function textLike(pattern: RegExp, fault: string) {
  return z.string().regex(pattern, fault);
}

/** A budget is written as requests and their window in seconds, `6000/60`; `off` is `null`. */
const budget = textLike(
  /^(?:[1-9]\d{0,8}\/[1-9]\d{0,4}|off)$/,
  'must be requests/seconds, such as 6000/60, or off',
).transform((text): Budget | null => {
  const [points = 0, seconds = 0] = text.split('/').map(Number);
  return text === 'off' ? null : { points, seconds };
});

/** Returns the schema of a whole number. */
function numberFrom(min: number, max: number, fault = `must be from ${min} to ${max}`) {
  return z
    .string()
    .refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max, fault)
    .transform(Number);
}

function daysFrom(min: number, max: number) {
  return numberFrom(min, max, `must be a number of days, from ${min} to ${max}`);
}

function oneOf<const Value extends string>(...values: Value[]) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

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
  const faults: string[] = [];

  /** Returns the value of a variable; `usual` if it is absent. The faults of a faulty one are noted, and thrown with all others. */
  function read<Value, Usual extends Value | null = null>(
    name: string,
    schema: z.ZodType<Value>,
    usual = null as Usual,
  ): Value | Usual {
    if (given[name] === undefined) return usual;
    const { data, error } = schema.safeParse(given[name]);
    if (error === undefined) return data;
    faults.push(...error.issues.map(({ message }) => `  ${name}=${mask(name, given[name]!)} ${message}`));
    return usual;
  }

  const databaseUrl = read('DATABASE_URL', postgresUrl);
  const databaseDirectUrl = read('DATABASE_DIRECT_URL', postgresUrl);
  const isEmbedded = given['DATABASE_URL'] === undefined;
  const host = read('HOST', textLike(/^[\w.:-]+$/, 'must be a host name or an IP address'), '127.0.0.1');
  const port = read('PORT', numberFrom(0, 65_535, 'must be a port number from 0 to 65535'), 4000);
  const config = {
    /** The URL of PostgreSQL; `null`: `npm start` runs an embedded one. */
    databaseUrl,
    /**
     * The URL of PostgreSQL itself if `databaseUrl` is that of a connection pooler; `null`: no pooler is used. An embedded database
     * has none.
     */
    databaseDirectUrl: isEmbedded ? null : databaseDirectUrl,
    /** The URL of Redis for the queue, for `readRedisUrl`; `null`: the queue lives in the same PostgreSQL. */
    redisUrl: read(
      'REDIS_URL',
      z
        .string()
        .refine(
          (text) => readRedisUrl(text) !== null,
          'must be a URL that starts with redis:// or rediss://, or redis-sentinel://host,host/name, or redis-cluster://host,host',
        ),
    ),
    port,
    host,
    /** The address at which bidders and sellers reach the service, without a trailing slash. */
    publicUrl: withoutSlash(read('PUBLIC_URL', urlWithScheme('http', 'https'), `http://${nameOfHost(host)}:${port}`)),
    /** The data folder of the embedded database. */
    dataDir: read('DATA_DIR', z.string(), '.data'),
    logLevel: read('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
    /** The answers whose line in the log has the client's address: none, those of refused callers, or all. */
    logAddresses: read('LOG_ADDRESSES', oneOf('off', 'refused', 'all'), 'off'),
    role: read('ROLE', oneOf('all', 'api', 'worker'), 'all'),
    /** The settings of Stripe; `null`: live sellers cannot hold auctions with bids. */
    stripe: together(
      {
        secretKey: read(
          'STRIPE_SECRET_KEY',
          textLike(/^(?:sk|rk)_(?:live|test)_/, 'must start with sk_live_, rk_live_, sk_test_ or rk_test_'),
        ),
        /** For the bidder's page; not a secret. */
        publishableKey: read(
          'STRIPE_PUBLISHABLE_KEY',
          textLike(/^pk_(?:live|test)_/, 'must start with pk_live_ or pk_test_'),
        ),
        /** Each signs events; several while they are rotated. */
        webhookSecrets: read(
          'STRIPE_WEBHOOK_SECRET',
          z
            .string()
            .transform((text) => text.split(',').map((secret) => secret.trim()))
            .refine((all) => all.every((secret) => secret.startsWith('whsec_')), 'must start with whsec_'),
        ),
      },
      {
        /** The address of Stripe's API, without a path; `null`: Stripe's own address. */
        apiBase: read(
          'STRIPE_API_BASE',
          urlWithScheme('http', 'https').refine(
            (text) => URL.canParse(text) && new URL(text).pathname === '/',
            'must be a URL without a path',
          ),
        ),
      },
    ),
    /** Live sellers are tried out with test keys of their provider: no money moves, and every page and message says so. */
    providerSandbox: read('PROVIDER_SANDBOX', z.enum(['true', 'false'], 'must be true or false'), 'false') === 'true',
    /** Live sellers are paid into the operator's own account, or each into a connected account of its own. */
    paymentAccounts: read('PAYMENT_ACCOUNTS', oneOf('operator', 'connected'), 'operator'),
    /** The operator's fee of each sale that is paid into a seller's account: hundredths of a percent, and a fixed amount on top. */
    sellerFee: {
      basisPoints: read(
        'SELLER_FEE_BASIS_POINTS',
        numberFrom(0, 5_000, 'must be from 0 to 5000: 250 is 2.5 percent'),
        0,
      ),
      fixedInCents: read('SELLER_FEE_FIXED_CENTS', numberFrom(0, 10_000), 0),
    },
    /** The calls that all processes together may make to Stripe in a second. */
    stripeCallsPerSecond: read('STRIPE_CALLS_PER_SECOND', numberFrom(5, 10_000), 25),
    /**
     * The time that a payment provider may take to answer before the outcome counts as unknown. Four calls in a row must fit into the
     * minute after which an intent counts as abandoned.
     */
    paymentTimeoutMs: read('PAYMENT_TIMEOUT_MS', numberFrom(1, 15_000), 10_000),
    /** How long a cancellation waits for the outcome of a capture. It is no setting: callers count on it. */
    cancelWaitMs: 10_000 as number,
    /** The number of our own proxies in front of the service, which add the client's address to `X-Forwarded-For`. */
    trustedProxies: read(
      'TRUST_PROXY',
      numberFrom(0, 9, 'must be the number of proxies before the service, from 0 to 9'),
      0,
    ),
    /** The connections that a process accepts. */
    maxConnections: read('MAX_CONNECTIONS', numberFrom(10, 1_000_000), 20_000),
    /** The connections that it accepts from one address; not applied behind a proxy, which all connections come from. */
    maxConnectionsPerAddress: read('MAX_CONNECTIONS_PER_ADDRESS', numberFrom(10, 1_000_000), 4_000),
    /** The time for which a connection without a request stays open: longer than a proxy keeps it. */
    keepAliveMs: read('KEEP_ALIVE_SECONDS', numberFrom(1, 600), 75) * 1_000,
    /** The request limits of a key and of an address; `null`: no limit. */
    rateLimits: {
      key: read('RATE_LIMIT_KEY', budget, { points: 6_000, seconds: 60 }),
      ip: read('RATE_LIMIT_IP', budget, { points: 18_000, seconds: 60 }),
    },
    /** The limits of bidders at the auction page; `null`: no limit. */
    pageLimits: {
      /** Requests of one browser. */
      browser: read('PAGE_LIMIT_BROWSER', budget, { points: 600, seconds: 60 }),
      /** Requests of all browsers at one address. */
      ip: read('PAGE_LIMIT_IP', budget, { points: 15_000, seconds: 60 }),
      /** Requests from one address that come from no known browser: first visits, and programs. */
      newcomers: read('PAGE_LIMIT_NEWCOMERS', budget, { points: 3_000, seconds: 60 }),
      /** Bids of one browser that reach the payment provider. */
      bidsOfBrowser: read('BID_LIMIT_BROWSER', budget, { points: 60, seconds: 600 }),
      /** Bids from one address that reach the payment provider. */
      bidsOfIp: read('BID_LIMIT_IP', budget, { points: 3_000, seconds: 600 }),
      /** Pictures that are sent to one address. */
      pictures: read('PICTURE_LIMIT_IP', budget, { points: 12_000, seconds: 60 }),
      /** Pictures that are uploaded from one address. */
      uploads: read('UPLOAD_LIMIT_IP', budget, { points: 120, seconds: 600 }),
      /** Event streams that one browser may have open. */
      streamsOfBrowser: read('STREAM_LIMIT_BROWSER', numberFrom(1, 999_999), 10),
      /** Event streams that one address may have open. */
      streamsOfIp: read('STREAM_LIMIT_IP', numberFrom(1, 999_999), 2_000),
    },
    /** Keys of 32 bytes in hex: the first seals secrets, all open them. Empty until an embedded database brings its own. */
    secretsKeys: [
      read(
        'SECRETS_KEY',
        textLike(/^[\da-f]{64}$/i, 'must be 32 random bytes in hex, such as `openssl rand -hex 32` gives'),
      ),
      ...(read(
        'SECRETS_KEY_PREVIOUS',
        textLike(
          /^[\da-f]{64}(,[\da-f]{64})*$/i,
          'must be one or more earlier values of SECRETS_KEY, with commas between them',
        ),
      )?.split(',') ?? []),
    ].filter((key) => key !== null),
    /** Signs the links of messages; `null` until a start has read it from the database. */
    linkKey: null as string | null,
    /**
     * May test sellers send webhooks to this machine, and over plain http? Live sellers never may. A service with its embedded
     * database is usually a first trial, on one machine.
     */
    webhookAllowLoopback:
      read(
        'WEBHOOK_ALLOW_LOOPBACK',
        z.enum(['true', 'false'], 'must be true or false'),
        isEmbedded ? 'true' : 'false',
      ) === 'true',
    /** The callers that may open GraphiQL and introspect GraphQL: everybody, admins only, or none. */
    graphiql: read('GRAPHIQL', oneOf('open', 'admin', 'off'), isEmbedded ? 'open' : 'admin'),
    /**
     * The time for which a stopping process continues to serve while `/readyz` reports the stop. On a single machine, no load
     * balancer has to notice the stop.
     */
    shutdownGraceMs: read('SHUTDOWN_GRACE_MS', numberFrom(0, 60_000), isEmbedded ? 0 : 1_000),
    /** The token with which Prometheus reads `/metrics`; `null`: only admin keys may. */
    metricsToken: read(
      'METRICS_TOKEN',
      textLike(/^[\w.~+/=-]{20,}$/, 'must have at least 20 letters, digits or -._~+/='),
    ),
    /** The seconds between two comparisons of the books with the providers' recent payments; 0: none are made. */
    reconcileEverySeconds:
      read('RECONCILE_MINUTES', numberFrom(0, 1_440, 'must be a number of minutes, from 0 to 1440'), 5) * 60,
    /** The number of days for which an entry of the audit log is kept; `null`: forever. */
    auditRetentionDays: read('AUDIT_RETENTION_DAYS', daysFrom(1, 99_999)),
    /** The number of days after a bidder's last hold until the bidder is erased; `null`: only on request. */
    bidderRetentionDays: read('BIDDER_RETENTION_DAYS', daysFrom(1, 99_999)),
    /** The number of days for which an event is kept in its seller's feed, with its deliveries, which are retried for three days. */
    eventRetentionDays: read('EVENT_RETENTION_DAYS', daysFrom(4, 999), 30),
    /** The bucket of an S3-compatible storage that keeps pictures; `null`: the database does. */
    bucket: together(
      {
        /** The address of the bucket itself, without a trailing slash. */
        url: read(
          'S3_BUCKET_URL',
          urlWithScheme('http', 'https')
            .refine(
              (text) => !/[?#@]/.test(text),
              'must be the address of a bucket, without a query and without a password',
            )
            .transform(withoutSlash),
        ),
        accessKeyId: read('S3_ACCESS_KEY_ID', z.string()),
        secretAccessKey: read('S3_SECRET_ACCESS_KEY', z.string()),
      },
      { region: read('S3_REGION', textLike(/^[\w-]+$/, 'must be a region, such as eu-central-1'), 'us-east-1') },
    ),
    /** The mail server that messages are sent through; `null`: live sellers and their bidders get none. */
    mail: together(
      {
        smtpUrl: read('SMTP_URL', urlWithScheme('smtp', 'smtps')),
        /** The address of the sender, with a name or without. */
        from: read(
          'MAIL_FROM',
          textLike(
            /^(?:[^<>\r\n@"]+<[^\s<>@,;"]+@[\w.-]+>|[^\s<>@,;"]+@[\w.-]+)$/,
            'must be an e-mail address, such as auctions@example.com or Auctions <auctions@example.com>',
          ),
        ),
      },
      {
        /** The secret part of the address to which a sender of mail reports bounces; `null`: there is no such address. */
        eventsToken: read('MAIL_EVENTS_TOKEN', textLike(/^[\w-]{20,}$/, 'must have at least 20 letters, digits or -_')),
      },
    ),
    /** The address of the trace collector, without `/v1/traces`; `null`: no traces are made. */
    otlpEndpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT', urlWithScheme('http', 'https')),
  };
  faults.push(
    ...missing(
      given,
      'Stripe',
      ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
      ['STRIPE_API_BASE'],
    ),
    ...wrongMode(config),
    ...missing(given, 'A bucket', ['S3_BUCKET_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], ['S3_REGION']),
    ...missing(given, 'Mail', ['SMTP_URL', 'MAIL_FROM'], ['MAIL_EVENTS_TOKEN']),
    ...missingForSecrets(given),
  );
  if (faults.length > 0) {
    throw new ConfigError(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.join('\n')}`);
  }
  return config;
}

/** Returns settings that belong together, and those that need them; `null` if they are not given: `missing` refuses a part of them. */
function together<Needed extends object, Optional extends object>(needed: Needed, optional: Optional) {
  if (Object.values(needed).includes(null)) return null;
  return { ...(needed as { readonly [Name in keyof Needed]: NonNullable<Needed[Name]> }), ...optional };
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

/** A page must not say that a card was charged where no money moves, nor deny the money that moves. */
function wrongMode({
  stripe,
  providerSandbox,
}: {
  readonly stripe: { readonly secretKey: string; readonly publishableKey: string } | null;
  readonly providerSandbox: boolean;
}): string[] {
  if (stripe === null) return [];
  const [mode, modeOfPage] = [stripe.secretKey, stripe.publishableKey].map((key) => key.split('_')[1]);
  if (mode !== modeOfPage)
    return [`  STRIPE_PUBLISHABLE_KEY=*** must be of the mode of STRIPE_SECRET_KEY, which is a ${mode} key`];
  if (mode === 'test' && !providerSandbox)
    return [
      '  STRIPE_SECRET_KEY=*** must be a live key: with a test key, live sellers get no money. For a trial, set PROVIDER_SANDBOX=true, and every page and message says so',
    ];
  if (mode === 'live' && providerSandbox)
    return ['  PROVIDER_SANDBOX=true must go with test keys: with live keys, real money moves'];
  return [];
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
