import type pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { type CheckResult, fault, fine, notice } from '../../core/check-result.ts';
import { pendingMigrations, unknownMigrations } from '../../platform/db/migrations.ts';
import { SteadyClient } from '../../platform/db/steady-client.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import { checkMessages } from './check-messages.ts';
import { checkBooks, checkDueWork, checkPaymentAccounts, checkProviderEvents, checkSecrets } from './check-records.ts';

interface Server {
  readonly version: number;
  readonly zone: string;
  readonly isStandby: boolean;
  /** Every transaction of the database is read only, as a setting says. */
  readonly isReadOnly: boolean;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly synchronousStandbys: string;
  /** The standbys that follow the server now. */
  readonly standbys: number;
  readonly free: number;
  readonly encoding: string;
}

const oldestVersion = 18;
/** A process has a pool of 10 connections; its queue and its listener need some more. */
const connectionsOfProcess = 20;

/**
 * Checks the requirements on PostgreSQL that a start does not report in full, and what the rows say of work, books and providers.
 *
 * @param sendingEvents the providers whose events should come
 */
export async function checkDatabase(
  url: string,
  config: Pick<Config, 'paymentAccounts' | 'secretsKeys'> = { paymentAccounts: 'operator', secretsKeys: [] },
  sendingEvents: readonly ProviderName[] = [],
): Promise<CheckResult[]> {
  const client = await reachPostgres(url).catch((error: Error) => error);
  if (client instanceof Error) return [fault('Database', client.message, 'Start PostgreSQL, or correct DATABASE_URL.')];
  await using _open = client;
  const clock = await readClock(client);
  const results = [...(await checkServer(client)), checkClock('Clock of PostgreSQL', clock)];
  const migrations = await judgeMigrations(client).catch((error: unknown) => {
    if (!(error instanceof CannotStart)) throw error;
    return fault('Migrations', error.message, 'Keep the old database until its auctions are settled.');
  });
  results.push(migrations);
  // A database without all migrations cannot be asked.
  if (migrations.verdict === 'fault') return results;
  results.push(...(await checkDueWork(client)), ...(await checkBooks(client)));
  results.push(...(await checkMessages(client)));
  results.push(...(await checkPaymentAccounts(client, config)), ...(await checkSecrets(client, config)));
  for (const name of sendingEvents) results.push(...(await checkProviderEvents(client, name)));
  return results;
}

async function checkServer(client: pg.Client): Promise<CheckResult[]> {
  const { rows } = await client.query<Server>(`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('TimeZone') as zone,
      pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly", current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('synchronous_standby_names') as "synchronousStandbys",
      (select count(*)::int from pg_stat_replication) as standbys,
      current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
        as free`);
  return [...judgeSettings(rows[0]!), ...judgeStandbys(rows[0]!)];
}

async function readClock(client: pg.Client): Promise<ReadClock> {
  const askedMs = Date.now();
  const { rows } = await client.query<{ nowMs: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"',
  );
  return { theirsMs: rows[0]!.nowMs, askedMs, answeredMs: Date.now() };
}

function judgeSettings(server: Server): CheckResult[] {
  const { version, zone, isStandby, isReadOnly, fsync, synchronousCommit, free, encoding } = server;
  return [
    version >= oldestVersion
      ? fine('Database', `PostgreSQL ${version} answers.`)
      : fault(
          'Database',
          `It is PostgreSQL ${version}.`,
          `Upgrade it to PostgreSQL ${oldestVersion} or newer, which has uuidv7().`,
        ),
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
      : isReadOnly
        ? fault(
            'Primary',
            'The database takes no writes: default_transaction_read_only is on.',
            'Find out who has set it, then turn it off: with alter system or alter database, and pg_reload_conf().',
          )
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

/** PgBouncer before 1.21 passes a named statement on to whichever session is free. */
const mixedUp = new Set(['42P05', '26000', '08P01']);

/** Checks whether a pooler keeps the prepared statements of its clients apart, which the service sends for each request. */
export async function checkPooler(url: string): Promise<CheckResult[]> {
  const subject = 'Pooler';
  await using one = await reachPostgres(url, { isPooler: true });
  await using other = await reachPostgres(url, { isPooler: true });
  try {
    // Under one name, each client prepares a statement of its own: in the same session they collide.
    for (let round = 1; round <= 3; round += 1) {
      for (const [index, client] of [one, other].entries()) {
        const { rows } = await client.query<{ own: number }>({ name: 'doctor', text: `select ${index} as own` });
        if (rows[0]!.own !== index)
          throw Object.assign(new Error('a statement of another client ran'), { code: '26000' });
      }
    }
    return [fine(subject, 'It keeps prepared statements of its clients apart.')];
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!mixedUp.has(code)) throw error;
    const remedy =
      'Use PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode = session, or let DATABASE_URL name PostgreSQL itself.';
    return [fault(subject, `It mixes up the prepared statements of its clients: ${message}.`, remedy)];
  }
}

/**
 * Connects to PostgreSQL.
 *
 * @param options.isPooler whether a pooler answers there
 * @throws an Error that names the address that does not answer, and why
 */
async function reachPostgres(url: string, { isPooler = false } = {}): Promise<SteadyClient> {
  // The service sets this, too. A pooler refuses options, or ignores them.
  const options = isPooler ? {} : { options: '-c TimeZone=UTC' };
  try {
    return await SteadyClient.open({ connectionString: url, query_timeout: 10_000, ...options });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`${new URL(url).host} cannot be reached: ${message || code}.`, { cause: error });
  }
}

/** The clock of another machine. */
interface ReadClock {
  /** Unix milliseconds by the other machine. */
  readonly theirsMs: number;
  /** Unix milliseconds of this machine, before the request and after the answer. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

/** Alarms are set by one clock and rung by the other: a larger difference causes delays that bidders notice. */
const noticeableMs = 500;
/** Signed webhooks and sessions with Stripe are refused if clocks differ by minutes. */
const faultyMs = 30_000;

/**
 * Compares a clock with this machine's. PostgreSQL's clock decides everything, so that a difference first causes
 * delays, and later failing signatures.
 */
export function checkClock(subject: string, { theirsMs, askedMs, answeredMs }: ReadClock): CheckResult {
  const apart = Math.round(theirsMs - (askedMs + answeredMs) / 2);
  // The instant of the reading within that interval is unknown.
  const surelyApart = Math.max(0, Math.abs(apart) - (answeredMs - askedMs) / 2);
  const found = `It is ${Math.abs(apart)} ms ${apart < 0 ? 'behind' : 'ahead of'} the clock of this machine.`;
  const remedy = 'Keep the clocks of all machines by NTP (chrony or systemd-timesyncd).';
  if (surelyApart > faultyMs) return fault(subject, found, remedy);
  return surelyApart > noticeableMs ? notice(subject, found, remedy) : fine(subject, found);
}
