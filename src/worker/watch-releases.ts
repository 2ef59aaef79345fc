import type { Deps } from '../deps.ts';
import { countOpenAuthorizations } from '../settlement/count-open-authorizations.ts';
import { findOverdueWork } from '../settlement/measure-due-work.ts';

const everyMs = 60_000;

/** Logs, every minute, money that is still held an hour after its auction was completed, and work that is overdue. */
export function watchReleases(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  let checking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    checking = checkReleases(deps);
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Checks once. */
export async function checkReleases({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    const { overdueReleases } = await countOpenAuthorizations(db);
    if (overdueReleases.length > 0) {
      log.error({ authorizationIds: overdueReleases }, 'Money is still held an hour after its auction was completed.');
    }
    for (const work of await findOverdueWork(db)) {
      log.error(work, 'Work is overdue: no worker does it, or it keeps failing.');
    }
  } catch (error) {
    log.warn({ err: error }, 'Checking for overdue work failed; retrying in a minute.');
  }
}
