import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../core/cannot-start.ts';
import type { PostgresHome } from './postgres-home.ts';
import { findPostmaster, lockFile, lockNamesStranger, ownerIsAlive } from './postmaster.ts';

/** Another process of the service runs on the same data folder. */
export class AlreadyRunning extends CannotStart {
  override name = 'AlreadyRunning';
}

const graceMs = 5_000;
const shutdownLimitMs = 60_000;

/**
 * Makes sure that no server runs on this data: waits for one whose owner died, as it stops by itself
 * (src/embedded/run-postgres.ts).
 *
 * @throws AlreadyRunning when its owner lives
 */
export async function settlePreviousServer(home: PostgresHome, log: (line: string) => void): Promise<void> {
  const begin = performance.now();
  let isReported = false;
  let isStopping = false;
  for (;;) {
    const server = findPostmaster(home);
    if (server === null) break;
    if (ownerIsAlive(home)) throw new AlreadyRunning(`The service already runs on the data in ${home.folder}.`);
    const waited = performance.now() - begin;
    if (waited > 1_000 && !isReported) {
      isReported = true;
      log('Waiting for the database of the previous run to stop …');
    }
    // A server that is not ready either starts, and may still get an owner, or stops.
    if (waited > graceMs && server.isReady && !isStopping) {
      isStopping = true;
      process.kill(server.pid, 'SIGINT');
    }
    if (waited > shutdownLimitMs) {
      throw new CannotStart(
        `The database of a previous run (process ${server.pid}) does not stop: stop it, and start again.`,
      );
    }
    await sleep(25);
  }
  if (lockNamesStranger(home)) rmSync(lockFile(home), { force: true });
}
