import type { ProcessDeps } from '../../payments/deps.ts';
import { openBucket } from '../../auctions/presentation/bucket.ts';
import { consumeAlarms } from '../../platform/jobs/consume.ts';
import { startFinishing } from './finishing.ts';
import { startFollowUps } from './follow-up-events.ts';
import {
  compareBooks,
  keepErasingBidders,
  keepPictures,
  keepPlansFit,
  resealSecrets,
  watchDatabase,
  watchReleases,
} from './upkeep.ts';
import { makeSteps } from '../../settlement/settlement-steps.ts';
import { makeAlarmHandler } from './handle-alarm.ts';
import { keepProbing } from './probe.ts';
import { repeat } from './repeat.ts';
import { makeRightOfWay } from './right-of-way.ts';
import { startMail } from './send-mail.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { startSweep } from './sweep.ts';

/** Starts the parts of a worker: alarms and the sweep transition auctions, the others finish authorizations, follow up events, send webhooks and messages. */
export async function startWorker(deps: Omit<ProcessDeps, 'keyUse'>): Promise<AsyncDisposable> {
  const steps = makeSteps(deps);
  const rightOfWay = makeRightOfWay();
  const parts = [
    consumeAlarms(deps, makeAlarmHandler(deps, { steps, isSettling: () => rightOfWay.isBehind('settlement') })),
    startSweep(deps),
    startFinishing(deps, { steps, rightOfWay }),
    watchReleases(deps),
    watchDatabase(deps),
    keepPlansFit(deps),
    repeat(deps, { pauseMs: 3_000, failure: 'Watching the books failed; retrying in seconds.' }, (signal) =>
      compareBooks(deps, signal),
    ),
    startFollowUps(deps, rightOfWay),
    sendWebhooks(deps),
    startMail(deps, rightOfWay),
    // Not only at the start: a process that still has the earlier key may write meanwhile.
    repeat(deps, { pauseMs: 600_000, failure: 'Sealing secrets failed; retrying in ten minutes.' }, (signal) =>
      resealSecrets(deps, signal),
    ),
    keepErasingBidders(deps),
    keepProbing(deps),
    keepPictures(deps, deps.config.bucket && openBucket(deps.config.bucket, deps.log)),
  ];
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}
