import {
  findTimeline,
  sentenceOf,
  type TimelineEntry,
  type TimelineKind,
} from '../../../settlement/admin/auction-timeline.ts';
import { Auction } from './auction.ts';
import { builder } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { connectionOf } from './list-connection.ts';

const TimelineKindEnum = enumInCapitals<TimelineKind>('TimelineKind', 'An event in the history of an auction.', {
  created: 'It was created.',
  changed: 'Its seller changed or cancelled it; `detail` is the operation.',
  operator_acted: 'An operator acted on it or on a payment of it; `detail` is the operation.',
  started: 'Its bidding period began.',
  bid_placed: 'A bid was placed.',
  bid_refused: 'A bid was refused after its payment was recorded; `reason` says why.',
  held: 'Money was held, or a hold was renewed.',
  hold_ended: 'A hold ended without a capture; `detail` is its state.',
  capture_requested: 'A capture was requested.',
  capture_answered: 'The answer to that request came; `detail` is the result.',
  reversed: 'Captured money was refunded, disputed, or reported as fraud.',
  settlement_held: 'Its settlement had to wait.',
  settlement_cleared: 'Its settlement could go on.',
  completed: 'It became final; `detail` is the outcome.',
  webhook_delivered: 'A webhook was delivered; `detail` is the event.',
  webhook_failed: 'A webhook was given up; `detail` is the event.',
  message_sent: 'A message was sent; `detail` is the event.',
  message_not_sent: 'A message was dropped, or has failed for good; `detail` is the event.',
});

const AuctionTimelineEntry = builder.objectRef<TimelineEntry>('AuctionTimelineEntry').implement({
  description: 'Something that happened to an auction, with the ids of what it happened to.',
  fields: exposed((t) => ({
    at: ['DateTime', "When, by the database's clock; of a reversal, by the provider's."],
    kind: [TimelineKindEnum, 'What happened.'],
    sentence: t.string({ description: 'The same in a sentence.', resolve: sentenceOf }),
    detail: [
      orNull('String'),
      'The operation, state, result, outcome or event that the kind speaks of; null for a kind that has none.',
    ],
    reason: [orNull('String'), 'Why: a stable code, or what an operator wrote; null for a kind that has none.'],
    valueInCents: [orNull('Cents'), 'The amount in USD cents; null for a kind that has none.'],
    bidderId: [orNull('String'), 'The bidder; null for a kind that has none.'],
    bidId: [orNull('UUID'), 'The bid; null for a kind that has none.'],
    authorizationId: [orNull('UUID'), 'The payment; null for a kind that has none.'],
    entryId: [orNull('String'), 'The entry of the audit log; null for a kind that has none.'],
    holdId: [orNull('UUID'), 'The settlement hold; null for a kind that has none.'],
    eventId: [orNull('UUID'), 'The event of the webhook; null for a kind that has none.'],
    deliveryId: [orNull('UUID'), 'The delivery of the webhook; null for a kind that has none.'],
  })),
});

builder.prismaObjectField(Auction, 'timeline', (t) =>
  t.connection(
    {
      access: { scope: 'admin' },
      type: AuctionTimelineEntry,
      description:
        'For admins: its history, oldest first. Bids that were refused before a payment was recorded are kept nowhere; events and their webhooks, and the audit log, are kept as long as their settings say.',
      resolve: ({ auctionId }, args, { deps }) => findTimeline(deps, auctionId, args),
    },
    ...connectionOf('AuctionTimelineEntry', 'entries'),
  ),
);
