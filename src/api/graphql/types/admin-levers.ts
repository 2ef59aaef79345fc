import {
  acceptCapture,
  closeCapture,
  readPayment,
  refuseCapture,
  releaseHold,
  voidBid,
} from '../../../settlement/admin/payment-levers.ts';
import { endAuction } from '../../../settlement/admin/end-auction.ts';
import {
  auctionLeverInput,
  bidLeverInput,
  type LeverResult,
  paymentLeverInput,
} from '../../../settlement/admin/lever.ts';
import { about } from '../../../core/followed-ids.ts';
import type { RefusalCode } from '../../../core/refusal.ts';
import { anyAuction } from '../../../auctions/reads.ts';
import { anyBid } from '../../../auctions/bids/reads.ts';
import { readSelected } from '../read-selected.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { AuthorizationStateEnum } from './authorization.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder, type Types } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';
import { viewerOf } from '../context.ts';
import type { InputFieldBuilder } from '@pothos/core';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

const OperatorAction = builder.objectRef<LeverResult>('OperatorAction').implement({
  description: 'The auction and the payment that an operator has acted on, after the action.',
  fields: exposed((t) => ({
    auctionId: ['UUID', 'The auction.'],
    auction: t.field({
      type: Auction,
      description: 'The same as an object, after the action.',
      resolve: ({ auctionId }, _, context, info) =>
        readSelected(context, info, (parameter) => anyAuction({ auctionId }, parameter)),
    }),
    authorizationId: [orNull('UUID'), 'The payment; null if the action was about the auction.'],
    bidId: [orNull('UUID'), 'The bid of the payment; null if the action was about the auction, or no bid was placed.'],
    bid: t.field({
      type: Bid,
      nullable: true,
      description:
        'The same as an object, after the action; null if the action was about the auction, or no bid was placed.',
      resolve: ({ bidId }, _, context, info) =>
        bidId === null ? null : readSelected(context, info, (parameter) => anyBid({ bidId }, parameter)),
    }),
    state: [
      orNull(AuthorizationStateEnum),
      'The state of the payment after the action; null if the action was about the auction.',
    ],
  })),
});

const payload = payloadOf('operatorAction', OperatorAction, 'The action.');

/** The fields that each action needs. */
const meant = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  reason: t.string({ required: true, description: 'Why, for the audit log: 3 to 500 characters.' }),
  confirm: t.boolean({ required: true, description: 'Must be true: the action cannot be undone.' }),
});

function onPayment(name: string, act: typeof readPayment, description: string, codes: readonly RefusalCode[] = []) {
  mutation(name, {
    access: { scope: 'admin' },
    refuses: { codes, check: checkedBy(() => paymentLeverInput) },
    payload,
    description,
    input: (t) => ({
      authorizationId: t.field({
        ...objectId('Authorization'),
        required: true,
        description: 'The payment, as `adminBids` shows it.',
      }),
      ...meant(t),
    }),
    resolve: (input, context) => about({}, () => act(context.deps, viewerOf(context), input)),
  });
}

mutation('endAuction', {
  access: { scope: 'admin' },
  description:
    "For admins: ends any seller's auction without a capture, as a cancellation does. Every hold is released. Refused once a capture was requested.",
  input: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'The auction to end.' }),
    ...meant(t),
  }),
  refuses: {
    codes: ['auction_not_found', 'auction_completed', 'auction_settling'],
    check: checkedBy(() => auctionLeverInput),
  },
  resolve: (input, context) =>
    about({ auctionId: input.auctionId }, () => endAuction(context.deps, viewerOf(context), input)),
  payload,
});

mutation('voidBid', {
  access: { scope: 'admin' },
  description:
    'For admins: voids one bid of an auction that is not completed. Its hold is released; the bid stays listed, and cannot lead or win. Refused while the bid is being captured.',
  input: (t) => ({
    bidId: t.field({ ...objectId('Bid'), required: true, description: 'The bid, as `adminBids` shows it.' }),
    ...meant(t),
  }),
  refuses: { codes: ['bid_not_found', 'auction_completed', 'auction_settling'], check: checkedBy(() => bidLeverInput) },
  resolve: (input, context) => about({}, () => voidBid(context.deps, viewerOf(context), input)),
  payload,
});

onPayment(
  'readPayment',
  readPayment,
  'For admins: reads a payment at its provider again now. A worker retries a capture or a release within a second.',
);

onPayment(
  'releaseHold',
  releaseHold,
  'For admins: requests the release of a hold now, instead of at its next attempt. Refused while the hold backs a bid: use `voidBid` or `endAuction`.',
);

onPayment(
  'acceptCapture',
  acceptCapture,
  'For admins: lets a bid win whose payment somebody has captured at the provider, although another bid is higher. Only once the auction has ended. The alternative is to refund the payment there: settlement then goes on.',
  ['auction_completed', 'auction_settling'],
);

onPayment(
  'closeCapture',
  closeCapture,
  'For admins: closes captured money that was dealt with, so that it needs attention no longer: of a payment that was captured at the provider and did not win, that was captured in part, or whose disputes take more than was captured. Only once the auction is completed.',
);

onPayment(
  'refuseCapture',
  refuseCapture,
  'For admins: treats a capture whose outcome cannot be found out as refused. The hold is cancelled at the provider before the next bid is asked. A hold that was captured after all wins.',
);
