import type { ProcessDeps } from '../deps.ts';
import { openBucket } from '../presentation/bucket.ts';
import { consumeAlarms } from '../jobs/consume-alarms.ts';
import { startFinishing } from './finishing.ts';
import { keepBucketClean } from './keep-bucket-clean.ts';
import { makeSteps } from '../settlement/settlement-steps.ts';
import { makeAlarmHandler } from './handle-alarm.ts';
import { keepMarked } from './keep-marked.ts';
import { keepErasingBidders } from './keep-erasing-bidders.ts';
import { keepSecretsSealed } from './keep-secrets-sealed.ts';
import { watchBooks } from './watch-books.ts';
import { watchDatabase } from './watch-database.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { startSweep } from './sweep.ts';
import { watchReleases } from './watch-releases.ts';

/** Starts the parts of a worker: alarms and the sweep transition auctions, the others finish authorizations and send webhooks. */
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
    sendWebhooks(deps),
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
