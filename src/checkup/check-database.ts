import type pg from 'pg';
import type { Config } from '../config.ts';
import { pendingMigrations, unknownMigrations } from '../db/pending-migrations.ts';
import { fault, fine, type CheckResult, notice } from '../core/check-result.ts';
import { checkBooks } from './check-books.ts';
import { checkDueWork } from './check-due-work.ts';
import { checkKeys } from './check-keys.ts';
import { checkPaymentAccounts } from './check-payment-accounts.ts';
import { checkProviderEvents } from './check-provider-events.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { checkClock, type ReadClock } from './check-clock.ts';
import { reachPostgres } from './reach-postgres.ts';

interface Server {
  readonly version: number;
  readonly zone: string;
  readonly isStandby: boolean;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly synchronousStandbys: string;
  /** The standbys that follow the server now. */
  readonly standbys: number;
  readonly free: number;
  readonly encoding: string;
}

const oldestVersion = 18;
/** A process has a pool of 10 connections; its queues and its listener need some more. */
const connectionsOfProcess = 20;

/**
 * Checks the requirements on PostgreSQL that a start does not report in full, and what the rows say of work, books and providers.
 *
 * @param sendingEvents the providers whose events should come
 */
export async function checkDatabase(
  url: string,
  config: Pick<Config, 'paymentAccounts'> = { paymentAccounts: 'operator' },
  sendingEvents: readonly ProviderName[] = [],
): Promise<CheckResult[]> {
  let client: pg.Client;
  try {
    client = await reachPostgres(url);
  } catch (error) {
    return [fault('Database', (error as Error).message, 'Start PostgreSQL, or correct DATABASE_URL.')];
  }
  try {
    const server = await readServer(client);
    const clock = await readClock(client);
    const migrations = await judgeMigrations(client);
    return [
      judgeVersion(server),
      ...judgeSettings(server),
      ...judgeStandbys(server),
      migrations,
      // A database without all migrations cannot be asked.
      ...(migrations.verdict === 'fault'
        ? []
        : [
            ...(await checkDueWork(client)),
            await checkKeys(client),
            ...(await checkBooks(client)),
            ...(await checkPaymentAccounts(client, config)),
            ...(await checkEventsOf(client, sendingEvents)),
          ]),
      checkClock('Clock of PostgreSQL', clock),
    ];
  } finally {
    await client.end();
  }
}

async function checkEventsOf(client: pg.Client, names: readonly ProviderName[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const name of names) results.push(...(await checkProviderEvents(client, name)));
  return results;
}

async function readServer(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<Server>(`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('TimeZone') as zone,
      pg_is_in_recovery() as "isStandby", current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('synchronous_standby_names') as "synchronousStandbys",
      (select count(*)::int from pg_stat_replication) as standbys,
      current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
        as free`);
  return rows[0]!;
}

async function readClock(client: pg.Client): Promise<ReadClock> {
  const askedMs = Date.now();
  const { rows } = await client.query<{ nowMs: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"',
  );
  return { theirsMs: rows[0]!.nowMs, askedMs, answeredMs: Date.now() };
}

function judgeVersion({ version }: Server): CheckResult {
  if (version >= oldestVersion) return fine('Database', `PostgreSQL ${version} answers.`);
  return fault(
    'Database',
    `It is PostgreSQL ${version}.`,
    `Upgrade it to PostgreSQL ${oldestVersion} or newer, which has uuidv7().`,
  );
}

function judgeSettings({ zone, isStandby, fsync, synchronousCommit, free, encoding }: Server): CheckResult[] {
  return [
    zone === 'UTC'
      ? fine('Time zone', 'A session is in UTC.')
      : fault(
          'Time zone',
          `A session is in ${zone}, though it asks for UTC.`,
          'Let the pooler in between pass on "options", or run: alter role … set timezone to utc.',
        ),
    encoding === 'UTF8'
      ? fine('Encoding', 'Every text can be stored (UTF8).')
      : fault(
          'Encoding',
          `The database has the encoding ${encoding}: a title with any other character is refused.`,
          "Make one with: create database … encoding 'UTF8' template template0, and move the data there by pg_dump.",
        ),
    isStandby
      ? fault('Primary', 'The database is a standby, which takes no writes.', 'Let DATABASE_URL name the primary.')
      : fine('Primary', 'The database takes writes.'),
    fsync === 'on' && synchronousCommit !== 'off'
      ? fine('Durability', 'A commit is on disk before it is confirmed.')
      : fault(
          'Durability',
          `fsync is ${fsync} and synchronous_commit is ${synchronousCommit}: a power cut loses bids that were confirmed.`,
          'Set both to on.',
        ),
    free >= connectionsOfProcess
      ? fine('Connections', `${free} more can be opened; a process takes up to ${connectionsOfProcess}.`)
      : notice(
          'Connections',
          `Only ${free} more can be opened; a process takes up to ${connectionsOfProcess}.`,
          'Raise max_connections, or run fewer processes.',
        ),
  ];
}

/** Says nothing where no standby follows: a managed PostgreSQL may hide its own. */
function judgeStandbys({ synchronousCommit, synchronousStandbys, standbys }: Server): CheckResult[] {
  const isSynchronous = synchronousStandbys !== '' && !['off', 'local'].includes(synchronousCommit);
  if (isSynchronous) return [fine('Standby', 'A standby confirms each commit: a failover to it loses no bid.')];
  if (standbys === 0 && synchronousStandbys === '') return [];
  const found = 'No standby confirms commits: a failover loses the last bids, whose holds are then cancelled.';
  const remedy =
    "Set synchronous_commit to on, and synchronous_standby_names to the standbys that may take over: 'ANY 1 (b, c)'.";
  return [notice('Standby', found, remedy)];
}

async function judgeMigrations(client: pg.Client): Promise<CheckResult> {
  const pending = await pendingMigrations(client);
  if (pending.length > 0) {
    return fault(
      'Migrations',
      `The database lacks ${pending.join(', ')}.`,
      'Run "npm run migrate" before the service.',
    );
  }
  const unknown = await unknownMigrations(client);
  if (unknown.length > 0) {
    return notice(
      'Migrations',
      `The database has ${unknown.join(', ')}, which this version does not know.`,
      'Fine while a newer version is being rolled out; otherwise install that version.',
    );
  }
  return fine('Migrations', 'All are applied.');
}
