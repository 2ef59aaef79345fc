import type { Alarm, Alarms } from '../../src/platform/jobs/alarms.ts';

/** Alarms that never ring; what was armed can be read. */
export interface RecordedAlarms extends Alarms {
  readonly armed: Alarm[];
}

export function recordedAlarms(): RecordedAlarms {
  const armed: Alarm[] = [];
  return {
    armed,
    arm: async (alarms) => {
      armed.push(...alarms);
      return true;
    },
    queue: () => Promise.reject(new Error('These alarms have no queue.')),
    [Symbol.asyncDispose]: async () => {},
  };
}
