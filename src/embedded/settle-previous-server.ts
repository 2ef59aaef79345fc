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
 * Makes sure that no server runs on this data: one whose owner died stops by itself (src/embedded/run-postgres.ts) and
 * is waited for.
 *
 * @throws AlreadyRunning when its owner lives
 */
export async function settlePreviousServer(home: PostgresHome, log: (line: string) => void): Promise<void> {
  const begin = performance.now();
  let told = false;
  let asked = false;
  for (;;) {
    const server = findPostmaster(home);
    if (server === null) break;
    if (ownerIsAlive(home)) throw new AlreadyRunning(`The service already runs on the data in ${home.folder}.`);
    const waited = performance.now() - begin;
    if (waited > 1_000 && !told) {
      told = true;
      log('Waiting for the database of the previous run to stop …');
    }
    // One that is not ready starts, and may get an owner yet, or stops.
    if (waited > graceMs && server.isReady && !asked) {
      asked = true;
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
