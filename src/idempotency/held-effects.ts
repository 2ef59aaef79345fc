import type { Deps } from '../deps.ts';

/** What is told to others, kept back until it is true. */
export interface HeldEffects {
  /** In place of the ones that act at once. */
  readonly deps: Pick<Deps, 'alarms' | 'live'>;
  /** Forgets what was kept back: it was undone. */
  drop(): void;
  /** After the commit: does everything, in order. */
  release(): Promise<void>;
}

export function heldEffects({ alarms, live }: Pick<Deps, 'alarms' | 'live'>): HeldEffects {
  let held: (() => unknown)[] = [];
  return {
    deps: {
      alarms: {
        ...alarms,
        // What cannot be armed later on, the sweep finds.
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
