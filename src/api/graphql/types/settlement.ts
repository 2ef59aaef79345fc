import { type AuctionPhase as Phase, auctionProperties } from '../../../auctions/auction-row.ts';
import { bidsOfAuction } from '../../../auctions/bids/reads.ts';
import type { CaptureResult } from '../../../platform/db/generated/enums.ts';
import {
  captureAttemptProperties,
  type CaptureAttemptRow,
  captureAttemptsOfAuction,
} from '../../../settlement/capture-attempts.ts';
import { Bid } from './bid.ts';
import { builder } from '../builder.ts';
import { enumInCapitals, enumOf } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';

export const AuctionPhase = enumOf<Phase>('AuctionPhase', 'The phase of an auction, finer than its status.', {
  UPCOMING: 'The bidding period has not begun.',
  OPEN: 'Bids are accepted.',
  SETTLING: 'The bidding period is over, and the winner is being decided.',
  FINAL: 'Sold, unsold or cancelled.',
});

export const CaptureResultEnum = enumInCapitals<CaptureResult>(
  'CaptureResult',
  'The result of an attempt to capture funds.',
  {
    captured: 'The funds were captured: the bid wins.',
    refused: 'Definitely not captured; the next highest bid follows.',
    unknown: 'No clear answer; the same capture is tried again, and no other bid until the answer is clear.',
  },
);

const CaptureAttemptRef = builder.objectRef<CaptureAttemptRow>('CaptureAttempt').implement({
  sql: { columns: () => captureAttemptProperties },
  description: 'One attempt of the settlement to capture the funds of a bid.',
  fields: exposed((t) => ({
    bidId: ['UUID', 'The bid whose funds were requested.'],
    bid: t.field({
      sql: { from: 'from bids where bids.bid_id = capture_attempts.bid_id' },
      type: Bid,
      description: 'The same as an object.',
    }),
    requestedAt: ['DateTime', 'When the request went to the payment provider.'],
    answeredAt: [orNull('DateTime'), 'When its answer was recorded; null while there is none.'],
    result: [orNull(CaptureResultEnum), 'The result; null while there is no answer.'],
    failureCode: [orNull(FailureCodeEnum), 'Why it was refused; null unless it was.'],
    reason: [
      orNull('String'),
      'The code of a refusal, or the fault that came instead of an answer, in words; null: the funds were captured, or nothing came yet.',
    ],
  })),
});

builder.prismaObjectFields('Auction', (t) => ({
  phase: t.field({
    type: AuctionPhase,
    access: { public: [] },
    sql: { expression: (now) => auctionProperties(now).phase },
    description: 'The phase of the auction, finer than `status`: an ended auction is `SETTLING` until it is `FINAL`.',
  }),
  winningBid: t.field({
    access: { scope: 'bids:read', or: 'admin', public: [] },
    sql: { from: bidsOfAuction.winning },
    type: Bid,
    nullable: true,
    description: 'The bid whose funds were captured; null before the capture, and without a winner.',
  }),
  settlement: t.field({
    access: { scope: 'bids:read', or: 'admin' },
    sql: { from: captureAttemptsOfAuction },
    type: [CaptureAttemptRef],
    description: 'Every attempt to capture funds, in the order in which they were made.',
  }),
}));
