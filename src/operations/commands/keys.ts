// `npm run -s cli -- keys …`: issues, lists, revokes and rotates API keys, next to a running service or with DATABASE_URL.
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isOperators, mixedScopes, mixesScopes } from '../../platform/auth/api-key.ts';
import { findKey, listKeys } from '../../platform/auth/keys.ts';
import { issueKey, revokeKey, rotateKey } from '../../platform/auth/change-keys.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { scopes, usualScopes } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { connectRunning, runCommand } from '../start/run-command.ts';

const usage = `Usage:
  npm run -s cli -- keys issue --seller NAME [--mode live|test] [--scopes a,b] [--expires ISO-INSTANT]
  npm run -s cli -- keys list [--seller NAME]
  npm run -s cli -- keys revoke KEY
  npm run -s cli -- keys rotate KEY
  npm run -s cli -- keys --help

KEY is a key's id, its visible prefix (auc_test_3fK9xQ) or the key itself.
The default mode is test. Scopes: ${scopes.join(', ')}; default: ${usualScopes.join(', ')}.
With --scopes admin the key is an operator's: it begins with auc_admin_, and has no mode and no other scope.
"issue" and "rotate" print the new key, and nothing else, on standard output. It is printed only once.`;

const withoutPayments =
  'This key cannot create auctions yet: live bids need Stripe. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET ' +
  'for the service, and for this command. "npm run cli -- doctor --live" says what else is missing.';

/** Standard output has the key, and nothing else. */
function warn(text: string): void {
  console.error(`Warning: ${text}`);
}

const issueOptions = z.object({
  seller: z
    .string('--seller is required: the name of the seller')
    .trim()
    .min(1, '--seller must not be empty')
    .max(200, '--seller must have at most 200 characters'),
  mode: z.enum(['live', 'test'], '--mode must be live or test').optional(),
  scopes: z
    .string()
    .transform((list) => list.split(',').map((scope) => scope.trim()))
    .pipe(z.array(z.enum(scopes, `--scopes must be a list of ${scopes.join(', ')}`)))
    .default([...usualScopes]),
  expires: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), '--expires must be an instant such as 2027-01-31T00:00:00Z')
    .transform((text) => new Date(text))
    .refine((instant) => instant.getTime() > Date.now(), '--expires must lie in the future')
    .optional(),
});

async function run(argv: string[]): Promise<string> {
  const { values, positionals } = readArguments(argv);
  const [command, name, ...rest] = positionals;
  if (values.help === true || command === 'help') return usage;
  if (command === 'issue') {
    const options = issueOptions.safeParse(values);
    if (!options.success)
      throw new CannotStart([...new Set(options.error.issues.map(({ message }) => message))].join('\n'));
    const { seller, mode, scopes: granted, expires } = options.data;
    if (mixesScopes(granted)) throw new CannotStart(mixedScopes);
    if (isOperators(granted) && mode !== undefined) {
      throw new CannotStart("An operator's key belongs to no mode: leave --mode out.");
    }
    return withDatabase(async (db, { stripe }) => {
      const issued = await issueKey(db, { seller, mode: mode ?? 'test', scopes: granted, expiresAt: expires ?? null });
      if (mode === 'live' && stripe === null) warn(withoutPayments);
      return issued.key;
    });
  }
  if (command === 'list') return withDatabase((db) => list(db, values.seller));
  if (command !== 'revoke' && command !== 'rotate') throw new CannotStart(usage);
  if (name === undefined || rest.length > 0) throw new CannotStart(`Name one key.\n\n${usage}`);
  return withDatabase(async (db) => {
    const key = await findKey(db, name);
    if (key === null) throw new CannotStart(`There is no key ${name}. "list" shows those there are.`);
    if (command === 'rotate')
      return (await db.transaction((tx) => rotateKey(tx, null, { ...key, mode: key.seller.mode }))).key;
    const revoked = await db.transaction((tx) => revokeKey(tx, null, key.apiKeyId));
    return revoked ? `Revoked ${key.prefix}.` : `${key.prefix} was revoked already.`;
  });
}

function readArguments(argv: string[]) {
  const option = { type: 'string' } as const;
  const help = { type: 'boolean', short: 'h' } as const;
  const options = { seller: option, mode: option, scopes: option, expires: option, help };
  try {
    return parseArgs({ args: argv, allowPositionals: true, options });
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n\n${usage}`);
  }
}

async function list(db: Database, seller: string | undefined): Promise<string> {
  const keys = await listKeys(db, seller);
  if (keys.length === 0) return 'There are no keys.';
  const now = new Date();
  const show = (instant: Date | null) => instant?.toISOString().slice(0, 16).replace('T', ' ') ?? '-';
  const lines = [
    ['PREFIX', 'SELLER', 'MODE', 'STATE', 'CREATED (UTC)', 'EXPIRES', 'LAST USED', 'SCOPES', 'ID'],
    ...keys.map((key) => [
      key.prefix,
      key.seller.name,
      key.prefix.startsWith('auc_admin_') ? '-' : key.seller.mode,
      key.revokedAt !== null ? 'revoked' : key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active',
      show(key.createdAt),
      show(key.expiresAt),
      show(key.lastUsedAt),
      key.scopes.join(','),
      key.apiKeyId,
    ]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function withDatabase(work: (db: Database, config: Config) => Promise<string>): Promise<string> {
  const config = readConfig(process.env);
  await using db = await connectRunning(config);
  return await work(db, config);
}

await runCommand(async () => console.log(await run(process.argv.slice(2))));
