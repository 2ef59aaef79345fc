import type { EnumRef, ObjectFieldBuilder } from '@pothos/core';
import type { CaptureResult } from '../../../platform/db/generated/enums.ts';
import type { DropReason } from '../../../auctions/mail/claim-messages.ts';
import {
  findTimeline,
  sentenceOf,
  type TimelineEntry,
  type TimelineKind,
} from '../../../settlement/admin/auction-timeline.ts';
import { SettlementHoldReasonEnum } from './admin-settlement-holds.ts';
import { Auction, AuctionOutcomeEnum } from './auction.ts';
import { ReversalKindEnum, ReversalStateEnum } from './auction-payment.ts';
import { AuthorizationStateEnum } from './authorization.ts';
import { builder, type Types } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';
import { connectionOf } from './list-connection.ts';
import { CaptureResultEnum } from './settlement.ts';
import { WebhookEventTypeEnum } from './webhooks.ts';

const TimelineKindEnum = enumInCapitals<TimelineKind>('TimelineKind', 'An event in the history of an auction.', {
  created: 'It was created.',
  changed: 'Its seller changed or cancelled it; `action` is the operation.',
  operator_acted: 'An operator acted on it or on a payment of it; `action` is the operation.',
  started: 'Its bidding period began.',
  bid_placed: 'A bid was placed.',
  bid_refused: 'A bid was refused after its payment was recorded; `failureCode` says why.',
  held: 'Money was held, or a hold was renewed.',
  hold_ended: 'A hold ended without a capture; `state` is its state.',
  capture_requested: 'A capture was requested.',
  capture_answered: 'The answer to that request came; `captureResult` is the result.',
  reversed: 'Captured money was refunded, disputed, or reported as fraud.',
  settlement_held: 'Its settlement had to wait.',
  settlement_cleared: 'Its settlement could go on.',
  completed: 'It became final; `outcome` says how.',
  webhook_delivered: 'A webhook was delivered; `eventType` is the event.',
  webhook_failed: 'A webhook was given up; `eventType` is the event.',
  message_sent: 'A message was sent; `eventType` is the event.',
  message_not_sent: 'A message was dropped, or has failed for good; `eventType` is the event.',
});

const MessageDropReasonEnum = enumInCapitals<DropReason>('MessageDropReason', 'Why a message was not sent.', {
  cancelled: 'The auction was cancelled.',
  bounced: 'A message to the address has bounced.',
  changed: 'The profile has another address by now.',
  unsubscribed: 'The owner of the address has ended such messages.',
  unconfirmed: 'The owner of the address has not confirmed it.',
  over: 'The auction has ended.',
  raised: 'The bidder has placed a higher bid.',
  leads: 'The bid leads again.',
  repeated: 'The address got the same news of the auction within the last hour.',
  enough: 'The address got as many messages within a day as it may get.',
});

/** Checks whether the reason is a sentence. Any other is a code. */
function isInWords({ kind, detail }: TimelineEntry): boolean {
  return kind === 'operator_acted' || kind === 'settlement_cleared' || detail === ('unknown' satisfies CaptureResult);
}

/** Declares a field with a value of some kinds; null for any other kind. */
function ofKinds<Value>(
  t: ObjectFieldBuilder<Types, TimelineEntry>,
  kinds: readonly TimelineKind[],
  [type, what]: readonly [EnumRef<Types, Value>, string],
  valueOf = ({ detail }: TimelineEntry) => detail,
) {
  return t.field({
    type,
    nullable: true,
    description: `${what} Null for a kind that has none.`,
    resolve: (entry) => (kinds.includes(entry.kind) ? valueOf(entry) : null) as never,
  });
}

const AuctionTimelineEntry = builder.objectRef<TimelineEntry>('AuctionTimelineEntry').implement({
  description: 'Something that happened to an auction, with the ids of what it happened to.',
  fields: exposed((t) => ({
    at: ['DateTime', "When, by the database's clock; of a reversal, by the provider's."],
    kind: [TimelineKindEnum, 'What happened.'],
    sentence: t.string({ description: 'The same in a sentence.', resolve: sentenceOf }),
    action: t.string({
      nullable: true,
      description: 'The operation, as the audit log names it; null for a kind that has none.',
      resolve: ({ kind, detail }) => (kind === 'changed' || kind === 'operator_acted' ? detail : null),
    }),
    state: ofKinds(t, ['bid_refused', 'hold_ended'], [AuthorizationStateEnum, 'The state of the payment.']),
    captureResult: ofKinds(t, ['capture_answered'], [CaptureResultEnum, 'The result of the capture.']),
    outcome: ofKinds(t, ['completed'], [AuctionOutcomeEnum, 'The outcome of the auction.']),
    eventType: ofKinds(
      t,
      ['webhook_delivered', 'webhook_failed', 'message_sent', 'message_not_sent'],
      [WebhookEventTypeEnum, 'The event of the webhook or message.'],
    ),
    reversalKind: ofKinds(
      t,
      ['reversed'],
      [ReversalKindEnum, 'A refund, a dispute or a warning.'],
      ({ detail }) => detail!.split(' ')[0]!,
    ),
    reversalState: ofKinds(
      t,
      ['reversed'],
      [ReversalStateEnum, 'Its present state.'],
      ({ detail }) => detail!.split(' ')[1]!,
    ),
    settlementHoldReason: ofKinds(
      t,
      ['settlement_held', 'settlement_cleared'],
      [SettlementHoldReasonEnum, 'Why its settlement waited.'],
    ),
    failureCode: ofKinds(
      t,
      ['bid_refused', 'hold_ended', 'capture_answered'],
      [FailureCodeEnum, 'Why nothing is held or captured.'],
      (entry) => (isInWords(entry) ? null : entry.reason),
    ),
    dropReason: ofKinds(
      t,
      ['message_not_sent'],
      [MessageDropReasonEnum, 'Why it was not sent.'],
      ({ reason }) => reason,
    ),
    reason: t.string({
      nullable: true,
      description:
        'Why, in words: of an operator, or of the fault that came instead of an answer. Null where a code says it, and for a kind that has none.',
      resolve: (entry) => (isInWords(entry) ? entry.reason : null),
    }),
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
