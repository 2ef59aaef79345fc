import type { Logger } from 'pino';
import type { Config } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { serviceVersion } from '../../core/service-version.ts';
import type { Connection, PooledDatabase } from '../../platform/db/database.ts';
import { connectDatabase } from '../../platform/db/connect-database.ts';
import { applyMigrations } from '../../platform/db/migrate.ts';
import { findOldestReader, pendingMigrations } from '../../platform/db/migrations.ts';
import { startEmbeddedPostgres } from '../../platform/embedded/embedded-postgres.ts';
import { AlreadyRunning } from '../../platform/embedded/postmaster.ts';
import { findServiceAddress } from '../../platform/embedded/find-embedded-database.ts';

/**
 * Opens the database of DATABASE_URL, which must be migrated already: where several processes share one, `npm run
 * migrate` is a step of its own. Without DATABASE_URL, starts the embedded database and migrates it.
 *
 * @param closing collects what must be closed
 */
export async function openDatabase(
  { config, log }: { config: Config; log: Logger },
  closing: AsyncDisposableStack,
): Promise<PooledDatabase> {
  const url = config.databaseUrl ?? (await startEmbedded({ config, log }, closing));
  const db = closing.use(await connect(url, config, log));
  const pending = await pendingMigrations(db);
  if (pending.length > 0 && config.databaseUrl !== null) {
    throw new CannotStart(`The database lacks ${pending.join(', ')}: apply what is missing with "npm run migrate".`);
  }
  if (pending.length > 0) await applyMigrations(url);
  await refuseNewer(db);
  return db;
}

/** @throws CannotStart if a newer version has taken away what this one reads */
async function refuseNewer(db: Connection): Promise<void> {
  const oldest = await findOldestReader(db);
  if (oldest === null || serviceVersion.localeCompare(oldest, 'en', { numeric: true }) >= 0) return;
  throw new CannotStart(
    `The database can be read by version ${oldest} and newer ones, and this is version ${serviceVersion}: start a newer version, or restore the backup from before the upgrade.`,
  );
}

async function startEmbedded(
  { config, log }: { config: Config; log: Logger },
  closing: AsyncDisposableStack,
): Promise<string> {
  const { dataDir } = config;
  const starting = startEmbeddedPostgres({ dataDir, log: (line) => log.debug(line) });
  const server = await starting.catch((error: unknown) => {
    if (!(error instanceof AlreadyRunning)) throw error;
    const address = findServiceAddress(dataDir);
    const found = address === null ? 'is already being started here' : `already runs here, at ${address}`;
    const remedy = 'stop it first, or give this one a folder and a port of its own with DATA_DIR and PORT.';
    throw new CannotStart(`The service ${found}: ${remedy}`, { cause: error });
  });
  closing.use(server);
  let isClosing = false;
  closing.defer(() => {
    isClosing = true;
  });
  void server.ended.then(() => {
    if (isClosing) return;
    log.fatal('The embedded database has ended, and the service with it.');
    process.exit(1);
  });
  return server.url;
}

async function connect(url: string, { databaseDirectUrl: directUrl }: Config, log: Logger): Promise<PooledDatabase> {
  try {
    return await connectDatabase(url, { directUrl, log });
  } catch (cause) {
    const { host, pathname } = new URL(url);
    // Several addresses were tried: the combined error has an empty message.
    const reason = (cause as Error).message || (cause as NodeJS.ErrnoException).code;
    throw new CannotStart(`The database ${host}${pathname} cannot be used: ${reason}`, { cause });
  }
}
