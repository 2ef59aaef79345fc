import {
  acceptCapture,
  closeCapture,
  readPayment,
  refuseCapture,
  releaseHold,
  voidBid,
} from '../../admin/payment-levers.ts';
import { endAuction } from '../../admin/end-auction.ts';
import type { LeverResult } from '../../admin/lever.ts';
import { about } from '../../core/followed-ids.ts';
import type { RefusalCode } from '../../core/refusal.ts';
import { AuthorizationStateEnum } from './admin-bids.ts';
import { builder } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';
import { viewerOf } from '../context.ts';

const OperatorActionResult = builder.objectRef<LeverResult>('OperatorActionResult').implement({
  description: 'The auction and the payment that an operator has acted on, after the action.',
  fields: exposed(() => ({
    auctionId: ['UUID', 'The auction.'],
    authorizationId: [orNull('UUID'), 'The payment; null if the action was about the auction.'],
    state: [
      orNull(AuthorizationStateEnum),
      'The state of the payment after the action; null if the action was about the auction.',
    ],
  })),
});

builder.mutationFields((t) => {
  const meant = {
    reason: t.arg.string({ required: true, description: 'Why, for the audit log: 3 to 500 characters.' }),
    confirm: t.arg.boolean({ required: true, description: 'Must be true: the action cannot be undone.' }),
  };
  const onPayment = (act: typeof readPayment, description: string, refusals: readonly RefusalCode[] = []) =>
    t.field({
      access: { scope: 'admin' },
      refuses: { codes: refusals },
      type: OperatorActionResult,
      description,
      args: {
        authorizationId: t.arg({ type: 'UUID', required: true, description: 'The payment, as `adminBids` shows it.' }),
        ...meant,
      },
      resolve: (_, args, context) => about({}, () => act(context.deps, viewerOf(context), args)),
    });
  return {
    endAuction: t.field({
      access: { scope: 'admin' },
      refuses: { codes: ['auction_not_found', 'auction_completed', 'auction_settling'] },
      type: OperatorActionResult,
      description:
        "For admins: ends any seller's auction without a capture, as a cancellation does. Every hold is released. Refused once a capture was requested.",
      args: {
        auctionId: t.arg({ type: 'UUID', required: true, description: 'The auction to end.' }),
        ...meant,
      },
      resolve: (_, args, context) =>
        about({ auctionId: args.auctionId }, () => endAuction(context.deps, viewerOf(context), args)),
    }),
    voidBid: t.field({
      access: { scope: 'admin' },
      refuses: { codes: ['bid_not_found', 'auction_completed', 'auction_settling'] },
      type: OperatorActionResult,
      description:
        'For admins: voids one bid of an auction that is not completed. Its hold is released; the bid stays listed, and cannot lead or win. Refused while the bid is being captured.',
      args: {
        bidId: t.arg({ type: 'UUID', required: true, description: 'The bid, as `adminBids` shows it.' }),
        ...meant,
      },
      resolve: (_, args, context) => about({}, () => voidBid(context.deps, viewerOf(context), args)),
    }),
    readPayment: onPayment(
      readPayment,
      'For admins: reads a payment at its provider again now. A worker retries a capture or a release within a second.',
    ),
    releaseHold: onPayment(
      releaseHold,
      'For admins: requests the release of a hold now, instead of at its next attempt. Refused while the hold backs a bid: use `voidBid` or `endAuction`.',
    ),
    acceptCapture: onPayment(
      acceptCapture,
      'For admins: lets a bid win whose payment somebody has captured at the provider, although another bid is higher. Only once the auction has ended. The alternative is to refund the payment there: settlement then goes on.',
      ['auction_completed', 'auction_settling'],
    ),
    closeCapture: onPayment(
      closeCapture,
      'For admins: closes captured money that was dealt with, so that it needs attention no longer: of a payment that was captured at the provider and did not win, that was captured in part, or whose disputes take more than was captured. Only once the auction is completed.',
    ),
    refuseCapture: onPayment(
      refuseCapture,
      'For admins: treats a capture whose outcome cannot be found out as refused. The hold is cancelled at the provider before the next bid is asked. A hold that was captured after all wins.',
    ),
  };
});
