import type { Connection } from '../../../src/platform/db/database.ts';
import type { Received } from '../../mail/mail-server.ts';
import { answerChallenge } from '../../../src/payments/providers/simulated/challenges.ts';

/**
 * Is every cent where it belongs: held for a bid that may win, captured, or with its owner again; and is what ends
 * about now settled? An intent that holds nothing is left a minute, as its bidder's own request may live.
 */
export async function moneyIsAtRest(db: Connection): Promise<boolean> {
  const { rows } = await db.query<{ unrest: number }>(`
    select (
      (select count(*) from auctions where status <> 'completed' and bidding_period_ends_at <= clock_timestamp() + interval '10 s')
      + (select count(*) from authorizations where state in ('capturing', 'releasing'))
      + (select count(*) from simulated_payments p where p.status = 'authorized' and not exists (
          select from authorizations z join auctions using (auction_id)
          where z.provider_reference = p.reference and z.state = 'authorized' and z.bid_id is not null
            and auctions.status <> 'completed'))
    )::int as unrest`);
  return rows[0]!.unrest === 0;
}

/** Is there nothing left to do, also for what has a minute or more to wait? */
export async function allIsAtRest(db: Connection): Promise<boolean> {
  const { rows } = await db.query<{ unrest: number }>(`
    select (
      (select count(*) from authorizations
       where closed_at is null and (next_attempt_at < clock_timestamp() + interval '1 h' or state <> 'authorized'))
      + (select count(*) from auctions where status = 'upcoming' and bidding_period_starts_at <= clock_timestamp())
      + (select count(*) from kept_cards where next_attempt_at < clock_timestamp() + interval '1 h')
      + (select count(*) from refunds where state = 'requested')
      + (select count(*) from webhook_events where follow_up_at < clock_timestamp() + interval '1 h')
      + (select count(*) from messages where state = 'pending')
    )::int as unrest`);
  return rows[0]!.unrest === 0;
}

/** A minute passes for all that waits. */
export async function passAMinute(db: Connection): Promise<void> {
  await db.query(
    `with cards as (
       update kept_cards set next_attempt_at = next_attempt_at - interval '61 s' where next_attempt_at < clock_timestamp() + interval '1 h'
     ), asked as (
       update refunds set next_attempt_at = next_attempt_at - interval '61 s', unclear_at = unclear_at - interval '61 s'
       where next_attempt_at is not null
     ), claimed as (
       update messages set next_attempt_at = next_attempt_at - interval '61 s' where next_attempt_at < clock_timestamp() + interval '1 h'
     )
     update authorizations set created_at = created_at - interval '61 s', moved_at = moved_at - interval '61 s',
       next_attempt_at = next_attempt_at - interval '61 s'
     where closed_at is null and next_attempt_at < clock_timestamp() + interval '1 h'`,
  );
}

/** The messages of live sellers that have not arrived, those that nobody was to get, and doubles that a reader could not tell. */
export async function brokenRulesOfMessages(db: Connection, received: readonly Received[]): Promise<string[]> {
  const { rows } = await db.query<{ eventId: string }>(
    `select event_id as "eventId" from messages join sellers using (seller_id) where mode = 'live' and state = 'sent'`,
  );
  const sent = rows.map(({ eventId }) => `<${eventId}@auctions.test>`);
  const arrived = [...new Set(received.map(({ messageId }) => messageId))];
  const difference = [...new Set(sent).symmetricDifference(new Set(arrived))];
  return difference.map((messageId) => `a message has arrived exactly if it is recorded as sent: ${messageId}`);
}

/** The bidder answers the bank on another device, whatever has become of our process. */
export async function answerChallenges(db: Connection): Promise<void> {
  const { rows } = await db.query<{ challengeId: string }>(
    `select challenge_id as "challengeId" from simulated_payments where status = 'challenged'`,
  );
  for (const { challengeId } of rows) await answerChallenge({ db }, challengeId, 'pass');
}
