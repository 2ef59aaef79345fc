import { recordOutcomes } from '../../auctions/bids/record-outcomes.ts';
import { crashPoint } from '../../core/crash-point.ts';
import { isOutage } from '../../core/outage.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { WebhookEventType } from '../../platform/db/generated/enums.ts';
import type { Deps } from '../../payments/deps.ts';
import { putOffReminders } from '../../auctions/mail/end-reminder.ts';
import { writeMessages } from '../../auctions/mail/write-messages.ts';
import { repeat } from './repeat.ts';
import { makeRightOfWay } from './right-of-way.ts';

/** The number of events that one transaction follows up. */
const followUpsAtOnce = 200;

/** Records, every second, what new events mean for bidders and sellers. Any number of processes may do so. */
export function startFollowUps(
  deps: Pick<Deps, 'config' | 'db' | 'log'>,
  rightOfWay = makeRightOfWay(),
): AsyncDisposable {
  const failure = 'Following up events failed; retrying in a second.';
  return repeat(deps, { pauseMs: 1_000, failure }, async (signal) => {
    const beganMs = performance.now();
    await followUpEvents(deps, () => signal.aborted || rightOfWay.isTaken);
    await rightOfWay.rest(performance.now() - beganMs, signal);
  });
}

/**
 * Follows up all events that are due: each exactly once, in a transaction that records its consequences.
 *
 * @param ends true: no batch follows the present one
 */
export async function followUpEvents(deps: FollowUpDeps, ends = () => false): Promise<void> {
  while ((await followUpBatch(deps, followUpsAtOnce)) === followUpsAtOnce && !ends());
}

type FollowUpDeps = Pick<Deps, 'config' | 'db' | 'log'>;

/**
 * Follows up events in one transaction. When it fails, each of its events is followed up alone: one that fails is tried again in a minute,
 * and stops no other.
 *
 * @returns the number of events that were followed up, or put off
 */
async function followUpBatch(deps: FollowUpDeps, limit: number): Promise<number> {
  const { db, config, log } = deps;
  let events: FollowUp[] = [];
  try {
    await db.transaction(async (tx) => {
      events = await claimFollowUps(tx, limit);
      await recordConsequences(tx, events, config);
    });
  } catch (error) {
    const eventId = events[0]?.eventId;
    if (isOutage(error) || eventId === undefined) throw error;
    if (limit > 1) {
      for (let left = events.length; left > 0; left -= 1) await followUpBatch(deps, 1);
      return events.length;
    }
    log.error({ err: error, eventId }, 'An event could not be followed up; trying again in a minute.');
    await db.query(
      `update webhook_events set follow_up_at = clock_timestamp() + interval '1 minute'
       where event_id = $1 and follow_up_at is not null`,
      [eventId],
    );
  }
  return events.length;
}

async function recordConsequences(
  tx: Connection,
  events: readonly FollowUp[],
  { mail }: Pick<Deps['config'], 'mail'>,
): Promise<void> {
  if (events.length === 0) return;
  const news = events.filter(({ isNews }) => isNews).map(({ eventId }) => eventId);
  await recordOutcomes(tx, news);
  const started = events.filter(({ eventType }) => eventType === 'auction_started').map(({ eventId }) => eventId);
  if (started.length > 0) await putOffReminders(tx, started);
  await writeMessages(tx, news, mail !== null);
  crashPoint('messages: inside the transaction');
}

interface FollowUp {
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  readonly isNews: boolean;
}

/**
 * Claims events whose consequences are not recorded yet, the oldest first: they are followed up once the caller's transaction is
 * committed. Any number of processes may do so: a claimed event is left out by the others. Old events, which a version without follow-ups
 * has left behind, are no news any more.
 */
async function claimFollowUps(tx: Connection, limit: number): Promise<FollowUp[]> {
  const { rows } = await tx.query<FollowUp>({
    name: 'claim-follow-ups',
    text: `
      update webhook_events set follow_up_at = null where event_id = any (array (
        -- Instants are rounded to milliseconds: an event that was just written may be due in the next one.
        select event_id from webhook_events where follow_up_at <= statement_timestamp() + interval '1 ms'
        order by follow_up_at limit $1 for no key update skip locked))
      returning event_id as "eventId", event_type as "eventType",
        -- The reminder that follows from a start is due days later.
        created_at > statement_timestamp() - interval '1 day' or event_type = 'auction_started' as "isNews"`,
    values: [limit],
  });
  return rows;
}
