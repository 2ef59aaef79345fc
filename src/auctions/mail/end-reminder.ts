import type { Connection } from '../../platform/db/database.ts';
import { clockOffset } from '../../platform/db/seller-clock.ts';

/** SQL of the instant from which a seller is told that an auction ends tomorrow, over rows of `auctions` and `sellers`. */
const remindsAt = `bidding_period_ends_at - interval '1 day' - ${clockOffset}`;

/** SQL that is true for an auction long enough for a reminder: its seller has just listed a shorter one. */
const isLong = `bidding_period_ends_at - bidding_period_starts_at >= interval '2 days'`;

/** SQL that is true once the reminder of an auction is due. */
export const isReminderDue = `(${isLong} and ${remindsAt} <= statement_timestamp())`;

/** Puts off the follow-up of `auction_started` until the reminder is due that follows from it. A test seller's clock brings it nearer. */
export async function putOffReminders(tx: Connection, eventIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'put-off-reminders',
    text: `
      update webhook_events v set follow_up_at = ${remindsAt}
      from auctions join sellers using (seller_id)
      where event_id = any($1::uuid[]) and v.event_type = 'auction_started' and auctions.auction_id = v.auction_id
        and cancelled_at is null and ${isLong} and not ${isReminderDue}`,
    values: [eventIds],
  });
}
