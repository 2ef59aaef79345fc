import { highestThatCanPay } from '../bids/rank.ts';
import { crashPoint } from '../../core/crash-point.ts';
import type { Connection } from '../../platform/db/database.ts';
import { nowOfSeller, nowOfSellersRow } from '../../platform/db/seller-clock.ts';
import { hasBounced } from '../presentation/has-bounced.ts';
import { newsOfMessage } from './mail-addresses.ts';
import { isNews, isOverAtEnd, isToConfirm } from './message-kinds.ts';

/** A claim holds a message for this long: longer than one attempt can last. Afterwards another process may claim it. */
const leaseMs = 120_000;

/** An address gets no more news of a seller than this in a day. */
const maxOfADay = 30;

const hasRaised = `exists (select from bids join authorizations h using (authorization_id)
  where bids.bid_id = m.bid_id and bids.auction_id = m.auction_id and h.failure_code = 'raised')`;

const leadsAgain = `(
  select bidder_number = (select bidder_number from bids own where own.bid_id = m.bid_id and own.auction_id = m.auction_id)
  ${highestThatCanPay('m.auction_id', nowOfSeller('m.seller_id'))})`;

// The earlier message may be judged after this one: by then it says what is true then, so that nobody misses it.
const wasSentThisHour = `exists (select from messages t join webhook_events e using (event_id)
  where t.seller_id = m.seller_id and t.address = m.address and e.auction_id = m.auction_id and e.event_type = 'bid_outbid'
    and t.event_id < m.event_id and t.created_at > m.created_at - interval '1 hour' and t.state in ('pending', 'sent'))`;

const hadEnough = `(select count(*) from messages t join webhook_events e using (event_id)
  where ${isNews('e.event_type')} and t.seller_id = m.seller_id and t.address = m.address and t.event_id < m.event_id
    and t.created_at > m.created_at - interval '1 day' and t.state in ('pending', 'sent')) >= ${maxOfADay}`;

/** The reason for which a message is not sent. */
export type DropReason =
  | 'cancelled'
  | 'bounced'
  | 'changed'
  | 'unsubscribed'
  | 'unconfirmed'
  | 'over'
  | 'raised'
  | 'leads'
  | 'repeated'
  | 'enough';

/** SQL of the `DropReason` of a message that must not be sent now, or not any more; null: it is sent. Money is told to whoever can be reached. */
const dropReason = `case
  when auctions.cancelled_at is not null then 'cancelled'
  when ${hasBounced('d')} then 'bounced'
  when ${isToConfirm('m.event_type')} then case
    when p.email is distinct from m.address then 'changed' when d.unsubscribed_at is not null then 'unsubscribed' end
  when not ${isNews('m.event_type')} then null
  when ${newsOfMessage('m.event_type')} = 'ended' then 'unsubscribed'
  when ${newsOfMessage('m.event_type')} = 'waiting' then 'unconfirmed'
  when ${isOverAtEnd('m.event_type')} and auctions.bidding_period_ends_at <= ${nowOfSellersRow} then 'over'
  when m.event_type = 'hold_at_risk' and ${hasRaised} then 'raised'
  when m.event_type = 'bid_outbid' and ${leadsAgain} then 'leads'
  when m.event_type = 'bid_outbid' and ${wasSentThisHour} then 'repeated'
  when ${hadEnough} then 'enough' end`;

/** A message with the caller's latest claim, as its `attempt` proves. */
export interface ClaimedMessage {
  readonly eventId: string;
  /** The request that led to the event; `null`: none did. */
  readonly requestId: string | null;
  readonly auctionId: string | null;
  readonly bidId: string | null;
  readonly authorizationId: string | null;
  readonly attempt: number;
  /** The caller is to send it: it was neither dropped nor put on an inbox page. */
  readonly isLeased: boolean;
}

/**
 * Decides about messages that are due, the longest due first: those that must not be sent are dropped, those of test sellers are put on their inbox page,
 * and the others are leased to the caller. Any number of processes may do so.
 */
export async function claimMessages(connection: Connection, limit: number): Promise<ClaimedMessage[]> {
  const { rows } = await connection.query<ClaimedMessage>({
    name: 'claim-messages',
    text: `
      with judged as materialized (
        select m.event_id, m.request_id, m.auction_id, m.bid_id, sellers.mode, ${dropReason} as drop_reason
        from (
          select t.*, v.event_type, v.request_id, v.auction_id, v.bid_id from messages t join webhook_events v using (event_id)
          -- An array: PostgreSQL takes a query with an unknown limit for a tenth of the table, and joins with all messages.
          where event_id = any(array(
            select event_id from messages where next_attempt_at <= statement_timestamp()
            order by next_attempt_at limit $1 for no key update skip locked))
        ) m
        join sellers on sellers.seller_id = m.seller_id
        left join mail_addresses d on d.seller_id = m.seller_id and d.address = m.address
        left join seller_profiles p on p.seller_id = m.seller_id
        left join auctions on auctions.auction_id = m.auction_id
      )
      update messages set
        state = case when drop_reason is not null then 'dropped' when mode = 'test' then 'sent' else 'pending' end::message_state,
        reason = coalesce(drop_reason, reason), attempt = attempt + 1,
        next_attempt_at = case when drop_reason is null and mode = 'live' then clock_timestamp() + ${leaseMs} * interval '1 ms' end,
        closed_at = case when drop_reason is not null or mode = 'test' then clock_timestamp() end
      from judged where messages.event_id = judged.event_id
      returning messages.event_id as "eventId", request_id as "requestId", auction_id as "auctionId", bid_id as "bidId", attempt,
        (select authorization_id from bids where bids.bid_id = judged.bid_id) as "authorizationId",
        state = 'pending' as "isLeased"`,
    values: [limit],
  });
  if (rows.length > 0) crashPoint('messages: claimed');
  return rows;
}

/** The outcome of an attempt to send a message. */
export type SendResult =
  | { readonly outcome: 'sent' }
  /** The address takes nothing. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** The mail server refuses the operator as a sender, or what the operator sends. */
  | { readonly outcome: 'sender_refused'; readonly reason: string }
  /** @see outageLog `isUnanswered`: there was no mail server that replied */
  | { readonly outcome: 'unknown'; readonly reason: string; readonly isUnanswered?: true };

/** The reason of a message begins so while the mail server refuses the operator. */
export const asSender = 'refused as a sender: ';

/** A message is tried again for so long. */
const patience = `interval '3 days'`;

/** The wait before the next attempt doubles, from five seconds up to two hours. */
const nextWait = `least(5 * 2 ^ least(attempt - 1, 20), 7200) * interval '1 second'`;

/**
 * Records the outcome of an attempt, unless another process has claimed the message since. A message that was neither taken nor refused for
 * its address is sent again, with the same `Message-ID`.
 */
export async function recordSending(
  connection: Connection,
  { eventId, attempt }: Pick<ClaimedMessage, 'eventId' | 'attempt'>,
  result: SendResult,
): Promise<void> {
  const reason = result.outcome === 'sent' ? null : result.reason;
  const said = result.outcome === 'sender_refused' ? asSender + result.reason : reason;
  await connection.query({
    name: 'record-sending',
    text: `
      with closed as (
        update messages m set
          state = case when $3 = 'sent' then 'sent' when $3 = 'refused' or is_over then 'failed' else 'pending' end::message_state,
          reason = $4,
          closed_at = case when $3 in ('sent', 'refused') or is_over then clock_timestamp() end,
          next_attempt_at = case when $3 not in ('sent', 'refused') and not is_over then clock_timestamp() + ${nextWait} end
        from (select created_at < statement_timestamp() - ${patience} as is_over from messages where event_id = $1) o
        where event_id = $1 and attempt = $2 and state = 'pending'
        returning seller_id, address
      )
      update mail_addresses d set bounced_at = clock_timestamp() from closed
      where $3 = 'refused' and d.address = closed.address`,
    values: [eventId, attempt, result.outcome, said],
  });
}
