import { z } from 'zod';

/** What the environment says, read and checked once. Nothing else in the service reads `process.env`. */
export interface Config {
  /** PostgreSQL; `null`: `npm start` brings an embedded one. */
  readonly databaseUrl: string | null;
  /** Redis for the queues; `null`: the queues live in the same PostgreSQL. */
  readonly redisUrl: string | null;
  readonly port: number;
  readonly host: string;
  /** The address bidders and sellers reach the service at, without a trailing slash. */
  readonly publicUrl: string;
  /** Where the embedded database lives. */
  readonly dataDir: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly role: (typeof roles)[number];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const roles = ['all', 'api', 'worker'] as const;

function urlWithScheme(...schemes: string[]) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
}

const environment = z.object({
  DATABASE_URL: urlWithScheme('postgres', 'postgresql').optional(),
  REDIS_URL: urlWithScheme('redis', 'rediss').optional(),
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
});

/** The environment cannot be used; the message names every faulty variable, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * @param env variables as the process got them; an empty one counts as absent
 * @throws ConfigError with all faults at once
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `  ${name}=${mask(given[name] ?? '')} ${issue.message}`;
    });
    throw new ConfigError(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.join('\n')}`);
  }
  const value = parsed.data;
  return {
    databaseUrl: value.DATABASE_URL ?? null,
    redisUrl: value.REDIS_URL ?? null,
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    dataDir: value.DATA_DIR,
    logLevel: value.LOG_LEVEL,
    role: value.ROLE,
  };
}

/** A URL may carry a password, and a message ends up in logs. */
function mask(value: string): string {
  return value.replace(/(\/\/[^:/@]*:)[^@]*@/, '$1***@');
}
