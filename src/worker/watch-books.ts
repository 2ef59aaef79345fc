import { readDueReversals } from '../books/follow-reversals.ts';
import { reconcileHeld } from '../books/reconcile-held.ts';
import { reconcileRecent } from '../books/reconcile-recent.ts';
import type { Deps } from '../deps.ts';
import { clearHoldsOfCompleted, findHoldOfAll } from '../settlement/settlement-holds.ts';
import { repeat } from './repeat.ts';

const lookMs = 3_000;

/**
 * Compares the books with the payment providers every few minutes, and at once while settlement is held. Reads refunds and disputes
 * that could not be read when they were reported.
 */
export function watchBooks(deps: Pick<Deps, 'config' | 'db' | 'gateways' | 'live' | 'log'>): AsyncDisposable {
  return repeat(lookMs, async (signal) => {
    try {
      await compareBooks(deps, signal);
    } catch (error) {
      deps.log.warn({ err: error }, 'Watching the books failed; retrying in seconds.');
    }
  });
}

/** Does once what is due. */
export async function compareBooks(
  deps: Pick<Deps, 'config' | 'db' | 'gateways' | 'live' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { reconcileEverySeconds: everySeconds } = deps.config;
  if ((await findHoldOfAll(deps.db)) !== null) await reconcileHeld(deps, everySeconds, signal);
  for (const gateway of Object.values(deps.gateways)) {
    if (signal?.aborted === true) return;
    if (gateway !== null && everySeconds > 0) await reconcileRecent(deps, gateway, everySeconds, signal);
  }
  await readDueReversals(deps);
  await clearHoldsOfCompleted(deps.db);
}
