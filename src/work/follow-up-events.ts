import { recordOutcomes } from '../bids/record-outcomes.ts';
import { crashPoint } from '../core/crash-point.ts';
import type { Deps } from '../deps.ts';
import { writeMessages } from '../mail/write-messages.ts';
import { claimFollowUps, closeFollowUps, followUpsAtOnce } from '../webhooks/follow-ups.ts';
import { repeat } from './repeat.ts';

/** Records, every second, what new events mean for bidders and sellers. Any number of processes may do so. */
export function startFollowUps(deps: Pick<Deps, 'config' | 'db' | 'log'>): AsyncDisposable {
  const failure = 'Following up events failed; retrying in a second.';
  return repeat(deps, { pauseMs: 1_000, failure }, (signal) => followUpEvents(deps, signal));
}

/** Follows up all events that are due: each exactly once, in a transaction that records its consequences. */
export async function followUpEvents({ db, config }: Pick<Deps, 'config' | 'db'>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const claimed = await db.transaction(async (tx) => {
      const { news, all } = await claimFollowUps(tx);
      if (all.length === 0) return 0;
      await recordOutcomes(tx, news);
      await writeMessages(tx, news, config.mail !== null);
      crashPoint('messages: inside the transaction');
      await closeFollowUps(tx, all);
      return all.length;
    });
    if (claimed < followUpsAtOnce || signal?.aborted === true) return;
  }
}
