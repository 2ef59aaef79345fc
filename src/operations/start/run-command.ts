import type { Config } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { outageReason } from '../../core/outage.ts';
import { connectDatabase } from '../../platform/db/connect-database.ts';
import type { PooledDatabase } from '../../platform/db/database.ts';
import { findEmbeddedDatabase } from '../../platform/embedded/find-embedded-database.ts';

/**
 * Runs a command of the terminal and ends the process: with 0 when it returns, with 1 when it throws. An error that a
 * person can correct and an outage are printed as a sentence; any other is a bug, and printed with its stack.
 */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  }
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof CannotStart) return error.message;
  const reason = outageReason(error);
  return reason === null ? null : `This cannot work now, as something that it needs is down: ${reason}`;
}

/** Connects a command to the database of DATABASE_URL, or to the one of the service that runs here. */
export async function connectRunning(config: Config): Promise<PooledDatabase> {
  const url = config.databaseUrl ?? (await findEmbeddedDatabase(config.dataDir));
  if (url === null)
    throw new CannotStart('No database is running here. Start the service with "npm start", or set DATABASE_URL.');
  return await connectDatabase(url, { directUrl: config.databaseDirectUrl, connections: 2 });
}
