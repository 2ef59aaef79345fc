import { recordOutcomes } from '../bids/record-outcomes.ts';
import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { writeMessages } from '../mail/write-messages.ts';
import { repeat } from './repeat.ts';

/** The number of events that one transaction follows up. */
const followUpsAtOnce = 200;

/** Records, every second, what new events mean for bidders and sellers. Any number of processes may do so. */
export function startFollowUps(deps: Pick<Deps, 'config' | 'db' | 'log'>): AsyncDisposable {
  const failure = 'Following up events failed; retrying in a second.';
  return repeat(deps, { pauseMs: 1_000, failure }, (signal) => followUpEvents(deps, signal));
}

/** Follows up all events that are due: each exactly once, in a transaction that records its consequences. */
export async function followUpEvents({ db, config }: Pick<Deps, 'config' | 'db'>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const claimed = await db.transaction(async (tx) => {
      const events = await claimFollowUps(tx);
      if (events.length === 0) return 0;
      const news = events.filter(({ isNews }) => isNews).map(({ eventId }) => eventId);
      await recordOutcomes(tx, news);
      await writeMessages(tx, news, config.mail !== null);
      crashPoint('messages: inside the transaction');
      return events.length;
    });
    if (claimed < followUpsAtOnce || signal?.aborted === true) return;
  }
}

/**
 * Claims events whose consequences are not recorded yet, the oldest first: they are followed up once the caller's transaction is
 * committed. Any number of processes may do so: a claimed event is left out by the others. Old events, which a version without follow-ups
 * has left behind, are no news any more.
 */
async function claimFollowUps(tx: Connection): Promise<{ eventId: string; isNews: boolean }[]> {
  const { rows } = await tx.query<{ eventId: string; isNews: boolean }>({
    name: 'claim-follow-ups',
    text: `
      update webhook_events set follow_up_at = null where event_id = any (array (
        select event_id from webhook_events where follow_up_at <= statement_timestamp()
        order by follow_up_at limit ${followUpsAtOnce} for no key update skip locked))
      returning event_id as "eventId", created_at > statement_timestamp() - interval '1 day' as "isNews"`,
  });
  return rows;
}
