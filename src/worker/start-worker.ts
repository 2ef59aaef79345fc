import type { Deps } from '../deps.ts';
import { hearAlarms } from '../jobs/hear-alarms.ts';
import { startFinishing } from './finishing.ts';
import { ringAlarm } from './ring-alarm.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { startSweep } from './sweep.ts';
import { watchReleases } from './watch-releases.ts';

/** Turns auctions when their time comes: alarms on time, the sweep for what an alarm missed; finishes what was begun with money; sends webhooks. */
export async function startWorker(deps: Omit<Deps, 'keyUse'>): Promise<AsyncDisposable> {
  const parts = [
    hearAlarms(deps, (alarm) => ringAlarm(deps, alarm)),
    startSweep(deps),
    startFinishing(deps),
    watchReleases(deps),
    sendWebhooks(deps),
  ];
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}
