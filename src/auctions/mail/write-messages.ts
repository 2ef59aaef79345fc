import type { Connection } from '../../platform/db/database.ts';
import { isFormOf } from '../webhooks/record-events.ts';
import { isReminderDue } from './end-reminder.ts';
import { isAboutMoney, isToBidder, isToConfirm, isToSeller } from './message-kinds.ts';

/**
 * Writes the messages that events ask for, at most one for each: the outbox, in the transaction that follows the events up.
 *
 * @param eventIds events that the caller has claimed, each for the first time
 * @param sendsMail false: live sellers send none; those of test sellers are shown on their inbox page
 */
export async function writeMessages(tx: Connection, eventIds: readonly string[], sendsMail: boolean): Promise<void> {
  await tx.query({
    name: 'write-messages',
    text: `
      with claimed as materialized (
        select v.* from webhook_events v
        left join auctions on auctions.auction_id = v.auction_id left join sellers on sellers.seller_id = auctions.seller_id
        where event_id = any($1::uuid[]) and cancelled_at is null and (event_type <> 'auction_started' or ${isReminderDue})
      ), addressed as (
        select event_id, v.seller_id, form.email as address, false as is_to_seller
        from claimed v cross join lateral (
          select email from authorizations a where ${isFormOf('v.bid_id')} limit 1
        ) form
        where ${isToBidder('event_type')}
        union all
        select event_id, v.seller_id, case
          when ${isToConfirm('event_type')} then snapshot ->> 'email'
          -- The address of a profile was typed behind a key, so messages about money do not wait for its confirmation.
          when ${isAboutMoney('event_type')} then coalesce(confirmed_email, email)
          else confirmed_email end, true
        from claimed v join seller_profiles using (seller_id)
        where email is not null and (${isToSeller('event_type')} or ${isToConfirm('event_type')})
      ), written as (
        insert into messages (event_id, seller_id, address, is_to_seller)
        select event_id, seller_id, address, is_to_seller from addressed join sellers using (seller_id)
        where address like '%@%' and (mode = 'test' or $2)
        on conflict do nothing
        returning seller_id, address
      )
      insert into mail_addresses (seller_id, address)
      select distinct seller_id, address from written order by seller_id, address
      on conflict (seller_id, address) do nothing`,
    values: [eventIds, sendsMail],
  });
}
