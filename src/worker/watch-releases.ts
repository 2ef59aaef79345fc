import type { Deps } from '../deps.ts';
import { countOpenAuthorizations } from '../settlement/count-open-authorizations.ts';

const everyMs = 60_000;

/** Every minute: tells the log of money that is still held an hour after its auction was completed. */
export function watchReleases(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = look(deps);
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** One look. */
export async function look({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    const { overdueReleases } = await countOpenAuthorizations(db.pool);
    if (overdueReleases.length > 0) {
      log.error({ authorizationIds: overdueReleases }, 'money is still held an hour after its auction was completed');
    }
  } catch (error) {
    log.warn({ err: error }, 'overdue releases could not be looked for');
  }
}
