import type { ProcessDeps } from '../deps.ts';
import { openBucket } from '../presentation/bucket.ts';
import { consumeAlarms } from '../jobs/consume.ts';
import { startFinishing } from './finishing.ts';
import { startFollowUps } from './follow-up-events.ts';
import {
  keepBucketClean,
  keepErasingBidders,
  keepMarked,
  keepSecretsSealed,
  watchBooks,
  watchDatabase,
  watchReleases,
} from './upkeep.ts';
import { makeSteps } from '../settlement/settlement-steps.ts';
import { makeAlarmHandler } from './handle-alarm.ts';
import { startMail } from './send-mail.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { startSweep } from './sweep.ts';

/** Starts the parts of a worker: alarms and the sweep transition auctions, the others finish authorizations, follow up events, send webhooks and messages. */
export async function startWorker(deps: Omit<ProcessDeps, 'keyUse'>): Promise<AsyncDisposable> {
  const steps = makeSteps(deps);
  const parts = [
    consumeAlarms(deps, makeAlarmHandler(deps, steps)),
    startSweep(deps),
    startFinishing(deps, steps),
    watchReleases(deps),
    watchDatabase(deps),
    keepMarked(deps),
    watchBooks(deps),
    startFollowUps(deps),
    sendWebhooks(deps),
    startMail(deps),
    keepSecretsSealed(deps),
    keepErasingBidders(deps),
    ...(deps.config.bucket === null ? [] : [keepBucketClean(deps, openBucket(deps.config.bucket))]),
  ];
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}
