import type { Deps } from '../deps.ts';

/** Effects that wait for the commit. */
export interface AfterCommit {
  /** The dependencies to use in place of the ones that act at once. */
  readonly deps: Pick<Deps, 'alarms' | 'live'>;
  /** Drops the collected effects, because the work was undone. */
  drop(): void;
  /** Runs all effects in order. Call after the commit. */
  release(): Promise<void>;
}

export function afterCommit({ alarms, live }: Pick<Deps, 'alarms' | 'live'>): AfterCommit {
  let held: (() => unknown)[] = [];
  return {
    deps: {
      alarms: {
        ...alarms,
        // The sweep finds every alarm that cannot be armed later.
        arm: async (...args) => {
          held.push(() => alarms.arm(...args));
          return true;
        },
      },
      live: { ...live, announce: (...args) => void held.push(() => live.announce(...args)) },
    },
    drop: () => void (held = []),
    async release() {
      for (const effect of held) await effect();
    },
  };
}
