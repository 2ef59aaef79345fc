import type { Connection } from '../../src/platform/db/database.ts';
import { findUnbalanced, movements } from '../../src/settlement/books/ledger.ts';
import { nowOfSeller } from '../../src/platform/db/seller-clock.ts';
import { takingStates } from '../../src/settlement/reversals/record-reversals.ts';
import { compareBooks } from '../providers/compare-books.ts';
import { brokenTranscripts } from '../support/transcripts.ts';
import { codesAboutAccount } from '../../src/payments/providers/failure-code.ts';

/**
 * What must hold at rest, whatever went wrong before: the service's and the provider's books agree row by row, every cent
 * that was held went exactly one way, at most one bidder of an auction has paid, and what is read fits with it.
 *
 * @returns every rule that is broken, with what breaks it; empty when all is well
 */
export async function brokenRules(db: Connection): Promise<string[]> {
  const broken = (await compareBooks(db)).map((disagreement) => `the books disagree: ${JSON.stringify(disagreement)}`);
  for (const [rule, offenders] of Object.entries(rules)) {
    const { rows } = await db.query<object>(offenders);
    broken.push(...rows.map((row) => `${rule}: ${JSON.stringify(row)}`));
  }
  const { rows: auctions } = await db.query<{ auctionId: string }>('select auction_id as "auctionId" from auctions');
  const unbalanced = await findUnbalanced(
    db,
    auctions.map(({ auctionId }) => auctionId),
  );
  return [
    ...broken,
    ...unbalanced.map((auctionId) => `the ledger of a completed auction balances: ${auctionId}`),
    ...(await brokenTranscripts(db)),
  ];
}

/** Each rule with the query that finds what breaks it. */
const rules: Record<string, string> = {
  'every cent goes exactly one way': `
    select auction_id, sum(held) as held, sum(gone) as gone, sum(stands) as stands from (
      select z.auction_id,
        case effect when 'held' then amount_in_cents else 0 end as held,
        case effect when 'held' then 0 else amount_in_cents end as gone,
        case when effect = 'held' and z.state = 'authorized' then amount_in_cents else 0 end as stands
      from simulated_ledger join authorizations z on z.provider_reference = reference
    ) entries group by auction_id having sum(held) <> sum(gone) + sum(stands)`,
  'a refund that was asked for is made once, or refused': `
    select refund_id, refunds.state, count(reversal_reference) as made from refunds left join simulated_reversals using (refund_id)
    group by refund_id having count(reversal_reference) <> case refunds.state when 'made' then 1 when 'refused' then 0 else -1 end`,
  'a card is kept only while a hold needs it': `
    select authorization_id from kept_cards k where deleted_at is null and not exists (
      select from authorizations a where a.closed_at is null
        and (a.authorization_id = k.authorization_id or a.replaces_authorization_id = k.authorization_id))`,
  'at most one bidder pays': `
    select z.auction_id, count(*) from simulated_ledger join authorizations z on z.provider_reference = reference
    where effect = 'captured' and z.state <> 'captured_outside' group by z.auction_id having count(*) > 1`,
  'at most one capture of an auction is kept, whoever made it': `
    select z.auction_id, count(*) from simulated_payments p join authorizations z on z.provider_reference = p.reference
    where p.status = 'captured' and z.failure_code is distinct from 'closed_by_operator'
      and coalesce(p.captured_in_cents, p.amount_in_cents) > coalesce((
        select sum(r.amount_in_cents) from simulated_reversals r
        where r.reference = p.reference and r.state in ('succeeded', 'lost')), 0)
    group by z.auction_id having count(*) > 1`,
  'a capture that settlement did not ask for is closed once all of it was given back': `
    select authorization_id, p.reference from authorizations z join simulated_payments p on p.reference = z.provider_reference
    where z.state = 'captured_outside' and z.closed_at is not null and z.failure_code is distinct from 'closed_by_operator'
      and coalesce(p.captured_in_cents, p.amount_in_cents) > (
        select coalesce(sum(r.amount_in_cents), 0) from simulated_reversals r
        where r.reference = p.reference and r.state in ('succeeded', 'lost'))`,
  'an auction is sold exactly when one bid has won and is captured': `
    select * from (
      select auction_id, outcome,
        (select count(*) from bids b where b.auction_id = a.auction_id and is_winning_bid) as winners,
        (select count(*) from bids b join authorizations z using (bid_id)
         where b.auction_id = a.auction_id and is_winning_bid and z.state = 'captured') as paid,
        (select count(*) from authorizations z where z.auction_id = a.auction_id and z.state = 'captured') as captured
      from auctions a
    ) results
    where case when outcome = 'SOLD' then (winners, paid, captured) <> (1, 1, 1) else (winners, captured) <> (0, 0) end`,
  'nothing is held for an auction that is over': `
    select auction_id, authorization_id, z.state from authorizations z join auctions using (auction_id)
    where status = 'completed' and closed_at is null`,
  'before the end every bid is backed by one hold, unless its hold has ended, and every hold backs a bid': `
    select a.auction_id, b.bid_id, z.authorization_id, z.state
    from auctions a
      join (bids b full join (select * from authorizations where state = 'authorized') z using (bid_id, auction_id)) using (auction_id)
    where a.status <> 'completed' and (b.bid_id is null or z.authorization_id is null)
      and not exists (${endedForKnownReason('b.bid_id')})`,
  'a bid points to the hold that backs it': `
    select b.bid_id, b.authorization_id, z.authorization_id as backing from bids b join authorizations z using (bid_id)
    where z.state in ('authorized', 'capturing', 'captured') and b.authorization_id is distinct from z.authorization_id`,
  'a person has one hold on an auction': `
    select one.auction_id, one.bidder_id, one.authorization_id, other.authorization_id as other_id
    from authorizations one join authorizations other using (auction_id, bidder_id)
    where one.authorization_id < other.authorization_id and ${holdsForBid('one')} and ${holdsForBid('other')}
      and (one.is_signed and other.is_signed or one.browser_id = other.browser_id)`,
  'a bid lies in the bidding period': `
    select bid_id, placed_at from bids join auctions using (auction_id)
    where placed_at < bidding_period_starts_at or placed_at >= bidding_period_ends_at`,
  'each extension of an auction is told, and all of them together move its end by the maximum at most': `
    select auction_id, extension_count, scheduled_ends_at, bidding_period_ends_at, told from (
      -- Events without a bid have an index of auctions: otherwise each auction would read all events.
      select auctions.*, (select count(*) from webhook_events v
        where v.auction_id = auctions.auction_id and v.bid_id is null and event_type = 'auction_extended') as told
      from auctions
    ) auctions
    where coalesce(extension_count, 0) <> told or bidding_period_ends_at
      > coalesce(scheduled_ends_at + soft_close_maximum_seconds * interval '1 second', bidding_period_ends_at)`,
  'the bids of an auction are counted, and its highest is known': `
    select auction_id, bid_count, highest_bid_value_in_cents from auctions a left join bid_counts known using (auction_id)
    where known.status is distinct from a.status or (bid_count, highest_bid_value_in_cents) is distinct from (
      select (count(*)::int, coalesce(max(bid_value_in_cents), 0)) from bids b where b.auction_id = a.auction_id)`,
  'refunds and disputes are in our books as the provider has them': `
    select reversal_reference, ours.state as ours, theirs.state as theirs
    from reversals ours full join simulated_reversals theirs on reversal_reference = provider_reference
    where (ours.state, ours.amount_in_cents) is distinct from (theirs.state, theirs.amount_in_cents)
      and (theirs.reference is null or exists (select from authorizations a where a.provider_reference = theirs.reference))`,
  'the ledger leaves what the provider has left of the captured money': `
    select auction_id, coalesce(ours.net, 0) as ours, coalesce(theirs.net, 0) as theirs from (
      select auction_id, sum(case
        when kind in ('captured', 'refund_failed', 'dispute_won') then amount
        when kind in ('refunded', 'disputed') then -amount else 0 end) as net
      from (${movements('true')}) moved group by auction_id
    ) ours full join (
      select z.auction_id, sum(amount_in_cents) - coalesce(sum((
        select sum(r.amount_in_cents) from simulated_reversals r
        where r.reference = entry.reference and r.state::text in (${takingStates.map((state) => `'${state}'`).join()})
      )), 0) as net
      from simulated_ledger entry join authorizations z on z.provider_reference = entry.reference
      where effect = 'captured' group by z.auction_id
    ) theirs using (auction_id)
    where coalesce(ours.net, 0) <> coalesce(theirs.net, 0)`,
  'a bid is paid into the account of its seller, and a renewal on the terms of the hold that it renews': `
    select a.authorization_id, a.payment_account, a.application_fee_in_cents, own.provider_reference
    from authorizations a left join payment_accounts own using (seller_id)
      left join authorizations renewed on renewed.authorization_id = a.replaces_authorization_id
    where a.payment_account is distinct from own.provider_reference
      or renewed.authorization_id is not null
        and (a.payment_account, a.application_fee_in_cents) is distinct from (renewed.payment_account, renewed.application_fee_in_cents)`,
  'nobody who could still pay is passed over': `
    select w.auction_id, w.bid_id as winner, b.bid_id as passed_over from bids w join bids b on b.auction_id = w.auction_id
      join authorizations z on z.bid_id = b.bid_id
    where w.is_winning_bid and (b.bid_value_in_cents, w.placed_at, w.bid_id) > (w.bid_value_in_cents, b.placed_at, b.bid_id)
      and z.state = 'released' and z.failure_code is null
      and not exists (select from authorizations later where later.replaces_authorization_id = z.authorization_id)
      -- A hold that had lapsed was renewed when the winner had been asked already.
      and not exists (select from authorizations lapsed join capture_attempts c on c.bid_id = w.bid_id
        where lapsed.authorization_id = z.replaces_authorization_id and lapsed.state = 'expired' and c.requested_at <= z.created_at)`,
  'no event is lost and none is told twice, where somebody has listened to all from the beginning': `
    with listening as (
      select distinct seller_id from webhook_endpoints where disabled_at is null
        and event_types @> '{auction_started,auction_completed,auction_cancelled,bid_placed,capture_failed}'
    ), facts as (
      select seller_id, 'auction_started' as event_type, auction_id as subject, true as is_so from auctions
      where status <> 'upcoming' and (cancelled_at is null or bidding_period_starts_at <= cancelled_at)
      union all
      select seller_id, case outcome when 'CANCELLED' then 'auction_cancelled' else 'auction_completed' end, auction_id, true
      from auctions where status = 'completed'
      union all
      select seller_id, 'auction_created', auction_id, exists (
        select from audit_log where action = 'createAuction' and subject_id = auction_id::text) from auctions
      union all
      select seller_id, 'bid_placed', bid_id, true from bids
      union all
      -- A refusal that another worker's later request has overtaken is recorded, and concludes nothing: it may be told or not. So is one
      -- for an account, which is told only where the hold has lapsed meanwhile. A request that was not executed was not refused,
      -- and of a payment that was captured and given back meanwhile, the refund is told.
      select seller_id, 'capture_failed', bid_id, bool_or(c.reason not in ('not_executed', 'already_captured', ${codesAboutAccount}) and not exists (select from capture_attempts later
        where later.authorization_id = c.authorization_id and later.attempt > c.attempt and later.requested_at <= c.answered_at))
      from capture_attempts c join bids using (bid_id) where result = 'refused' group by seller_id, bid_id
    ), told as (
      select seller_id, event_type::text, coalesce(bid_id, auction_id) as subject, count(*)::int as times from webhook_events
      where event_type not in ('test', 'auction_updated', 'auction_extended', 'payment_refunded', 'payment_disputed', 'first_bid_placed', 'bid_outbid', 'bid_won', 'bid_lost', 'hold_at_risk', 'endpoint_disabled', 'delivery_details_given', 'item_shipped', 'api_key_issued', 'seller_email_given') group by seller_id, event_type, subject
    )
    select event_type, subject, coalesce(is_so, false) as is_so, coalesce(times, 0) as times
    from listening join (facts full join told using (seller_id, event_type, subject)) using (seller_id)
    where is_so is null or coalesce(times, 0) <> 1 and (is_so or times > 1)`,
  'an event is on its way to every endpoint that listens': `
    select event_id, event_type, endpoint_id from webhook_events join webhook_endpoints using (seller_id)
    where disabled_at is null and event_type = any (event_types) and webhook_endpoints.created_at <= webhook_events.created_at
      and not exists (select from webhook_deliveries d where (d.event_id, d.endpoint_id) = (webhook_events.event_id, webhook_endpoints.endpoint_id))`,
};

/** Builds SQL that is true while a hold can pay for its bid. */
function holdsForBid(a: string): string {
  return `(${a}.state in ('authorized', 'capturing') and ${a}.bid_id is not null and ${a}.capture_before > ${nowOfSeller(`${a}.seller_id`)})`;
}

/**
 * Selects a hold of a bid that ended for a reason that is known, as SQL: the bidder has bid more, an operator has voided the bid, its time
 * was over, or the provider ended the hold without a request of ours.
 */
function endedForKnownReason(bidId: string): string {
  return `
    select from authorizations given where given.bid_id = ${bidId} and given.failure_code in ('raised', 'voided')
    union all
    select from authorizations ended
      join simulated_payments payment on payment.reference = ended.provider_reference
      join simulated_ledger last on last.reference = payment.reference
    where ended.bid_id = ${bidId} and ended.state = 'expired'
      and (last.effect = 'lapsed' or last.effect = 'released' and ended.failure_code = 'authorization_expired')`;
}
