import { latestEnd } from '../../core/soft-close.ts';
import { auctionProperties } from '../auction-row.ts';
import { nextBidAbove } from '../bid-steps.ts';
import { type BidHold, bidHoldProperties, joinWentBack, type Standing } from '../bids/bid-state.ts';
import { highestThatCanPay } from '../bids/rank.ts';
import type { TranscriptPlace } from '../bids/transcript.ts';
import { emailOfWinner } from '../bids/winner-reference.ts';
import type { Shipment } from '../bidders/shipments.ts';
import type { Language } from '../../core/languages.ts';
import type { SellerMode } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { WebhookEventType } from '../../platform/db/generated/enums.ts';
import { jsonRow } from '../../platform/db/select-list.ts';
import { nowOfSellersRow } from '../../platform/db/seller-clock.ts';
import type { AuctionPicture } from '../presentation/auction-presentation.ts';
import { hasBounced } from '../presentation/has-bounced.ts';
import type { SellerProfile } from '../presentation/seller-profile.ts';
import { isFormOf } from '../webhooks/record-events.ts';
import { type News, newsOfMessage } from './mail-addresses.ts';

/** The facts of an event's snapshot that messages are about. */
interface MessageSnapshot {
  readonly bidId?: string;
  readonly bidderId?: string;
  readonly bidValueInCents?: number;
  /** Set for a placed bid: the head of the transcript with it. */
  readonly transcript?: TranscriptPlace | null;
  /** Set for a failed capture, or a disabled endpoint. */
  readonly reason?: string;
  readonly url?: string;
  /** Set for a key that was issued. */
  readonly prefix?: string;
  readonly scopes?: readonly string[];
  readonly shipment?: Omit<Shipment, 'recordedAt'>;
  readonly payment?: { readonly state: string; readonly amountInCents: number };
  readonly winningBid?: { readonly bidId: string; readonly bidderId: string; readonly bidValueInCents: number } | null;
}

/** Everything that a message is written of, as it is now: only the event is as it was. The winner's details are not asked for again. */
export interface MessageFacts extends Pick<SellerProfile, 'sellerId' | 'accentColor' | 'contact' | 'askWinnerFor'> {
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  readonly snapshot: MessageSnapshot;
  readonly createdAt: Date;
  readonly address: string;
  /** How often its reader has asked for it once more. */
  readonly copies: number;
  readonly isToSeller: boolean;
  /** Whether news reaches the address. */
  readonly news: News;
  /** Nothing is sent to the address: it has bounced. */
  readonly isUnreachable: boolean;
  readonly mode: SellerMode;
  readonly sellerName: string;
  /** The language of the page on which the bid was placed; for a seller, that of its profile. */
  readonly language: Language | null;
  /** The time zone of the bidder's browser; for a seller, that of its profile. */
  readonly timeZone: string | null;
  /** `null`: the event is of no auction. */
  readonly auctionId: string | null;
  readonly title: string | null;
  readonly endsAt: Date | null;
  /** Bids may still move that end. */
  readonly endMayMove: boolean | null;
  readonly minimumInCents: number | null;
  /** The least amount of the next bid; `null`: the auction has no bid steps. */
  readonly nextBidInCents: number | null;
  /** The value of the winning bid; `null`: nobody has won, or not yet. */
  readonly winningInCents: number | null;
  /** The first picture that the page shows. */
  readonly picture: Pick<AuctionPicture, 'pictureId' | 'alternativeText'> | null;
  /** The bid that the event names: for a completed auction, the winning one. */
  readonly bidId: string | null;
  /** The reference of the winning bid, if the event names that bid; `null`: it names another one. */
  readonly winnerReference: string | null;
  /** The address that the winner gave; `null`: the event names no winning bid, or the bidder was erased. */
  readonly winnerEmail: string | null;
  /** The bids of the person who placed that bid, newest first, with their holds as they are now. */
  readonly bids: readonly BidHold[];
  /** How the auction stands now. */
  readonly standing: Standing | null;
  readonly submissionToken: string | null;
  readonly browserId: string | null;
  /** The seller's words for the winner, in Markdown as its contact. */
  readonly afterWinning: string | null;
}

const { phase } = auctionProperties(nowOfSellersRow);

/** SQL of the bids of the person who has placed the bid `own`. */
const bidsOfPerson = `
    select jsonb_agg(${jsonRow(bidHoldProperties(nowOfSellersRow))} order by first.created_at desc)
    from bids
    join authorizations first on first.bid_id = bids.bid_id and first.replaces_authorization_id is null
    left join authorizations latest on latest.authorization_id = bids.authorization_id
    ${joinWentBack}
    where bids.auction_id = own.auction_id and bids.bidder_id = own.bidder_id
      and (bids.bid_id = own.bid_id or bids.bidder_number = own.bidder_number)`;

/** SQL of the facts, over `messages m`. */
const factsOfMessages = `
  select m.event_id as "eventId", v.event_type as "eventType", v.snapshot, m.created_at as "createdAt", m.address, m.copies,
    m.is_to_seller as "isToSeller", ${newsOfMessage('v.event_type')} as news, ${hasBounced('d')} as "isUnreachable", m.seller_id as "sellerId", sellers.mode,
    coalesce(p.display_name, sellers.name) as "sellerName", p.accent_color as "accentColor",
    coalesce(form.language, p.language) as language, case when m.is_to_seller then p.time_zone else form.time_zone end as "timeZone",
    v.auction_id as "auctionId", a.title, a.bidding_period_ends_at as "endsAt", a.may_move as "endMayMove", a.minimum_bid_value_in_cents as "minimumInCents",
    case when bid_steps is not null then ${nextBidAbove('lead.bid_value_in_cents')} end as "nextBidInCents",
    (select bid_value_in_cents from bids where bids.auction_id = v.auction_id and is_winning_bid) as "winningInCents",
    (select jsonb_build_object('pictureId', picture_id, 'alternativeText', alternative_text) from auction_pictures join pictures using (picture_id)
     where auction_pictures.auction_id = v.auction_id and uploaded_at is not null order by position limit 1) as picture,
    own.bid_id as "bidId", own.winner_reference as "winnerReference",
    (select ${emailOfWinner} from bids where bids.bid_id = own.bid_id and bids.auction_id = own.auction_id) as "winnerEmail",
    coalesce((${bidsOfPerson}), '[]') as bids,
    case when a.auction_id is not null then ${jsonRow({ phase: 'a.phase', outcome: 'a.outcome', leadingBidId: 'lead.bid_id', leadingValueInCents: 'lead.bid_value_in_cents' })} end as standing,
    form.submission_token as "submissionToken", form.browser_id as "browserId",
    w.after_winning as "afterWinning", p.contact,
    case when exists (select from delivery_details g where g.bid_id = own.bid_id) then 'NONE' else coalesce(p.ask_winner_for, 'NONE') end as "askWinnerFor"
  from messages m
  join webhook_events v using (event_id)
  join sellers on sellers.seller_id = m.seller_id
  left join seller_profiles p on p.seller_id = m.seller_id
  left join mail_addresses d on d.seller_id = m.seller_id and d.address = m.address
  left join lateral (
    select auction_id, title, bidding_period_ends_at, ${latestEnd} > bidding_period_ends_at as may_move, minimum_bid_value_in_cents, bid_steps, outcome, ${phase} as phase from auctions where auction_id = v.auction_id
  ) a on true
  left join bids own on own.auction_id = v.auction_id
    and own.bid_id = coalesce(v.bid_id, (v.snapshot #>> '{winningBid,bidId}')::uuid)
  left join lateral (
    select bid_id, bid_value_in_cents ${highestThatCanPay('v.auction_id', nowOfSellersRow)}
  ) lead on true
  left join auction_presentations w on w.auction_id = v.auction_id
  left join lateral (
    select language, time_zone, submission_token, browser_id from authorizations a where not m.is_to_seller and ${isFormOf('v.bid_id')} limit 1
  ) form on true`;

/** @returns `null`: there is no such message, or its bidder was erased */
export async function findMessage(connection: Connection, eventId: string): Promise<MessageFacts | null> {
  const { rows } = await connection.query<MessageFacts>({
    name: 'find-message',
    text: `${factsOfMessages} where m.event_id = $1`,
    values: [eventId],
  });
  return rows[0] ?? null;
}

/** The number of messages that the inbox page shows. */
export const inboxSize = 100;

/** Reads the messages that a test seller's inbox shows, the newest first. */
export async function readInbox(connection: Connection, sellerId: string): Promise<MessageFacts[]> {
  const { rows } = await connection.query<MessageFacts>({
    name: 'read-inbox',
    text: `${factsOfMessages} where m.seller_id = $1 and m.state = 'sent' and sellers.mode = 'test'
      order by m.event_id desc limit ${inboxSize}`,
    values: [sellerId],
  });
  return rows;
}
