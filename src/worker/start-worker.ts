import type { Deps } from '../deps.ts';
import { hearAlarms } from '../jobs/hear-alarms.ts';
import { ringAlarm } from './ring-alarm.ts';
import { startSweep } from './sweep.ts';

/** Turns auctions when their time comes: alarms on time, the sweep for what an alarm missed. */
export async function startWorker(deps: Deps): Promise<AsyncDisposable> {
  const parts = [hearAlarms(deps, (alarm) => ringAlarm(deps.db, alarm)), startSweep(deps)];
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}
