import { maxBidSteps, maximumLimits, windowLimits } from '../../../auctions/rules.ts';
import { maxBiddingPeriodSeconds, sayDuration } from '../../../core/limits.ts';
import { builder } from '../builder.ts';

const SoftCloseInput = builder.inputType('SoftCloseInput', {
  description: 'A bid that takes the lead shortly before the end extends the bidding period.',
  fields: (t) => ({
    windowSeconds: t.int({
      defaultValue: windowLimits.usual,
      description: `Such a bid in the last seconds of the period moves the end to as many seconds after the bid: ${windowLimits.min} to ${windowLimits.max}.`,
    }),
    maximumSeconds: t.int({
      defaultValue: maximumLimits.usual,
      description: `The most seconds that all extensions together add: \`windowSeconds\` to ${maximumLimits.max}. The period never exceeds ${sayDuration(maxBiddingPeriodSeconds)}.`,
    }),
  }),
});

const BidStepInput = builder.inputType('BidStepInput', {
  description: 'A minimum step.',
  fields: (t) => ({
    fromInCents: t.field({
      type: 'Cents',
      required: true,
      description: 'The leading bid from which on it applies, in USD cents: 0 in the first row, then ascending.',
    }),
    stepInCents: t.field({
      type: 'Cents',
      required: true,
      description: 'The least that a bid adds to the leading bid, in USD cents.',
    }),
  }),
});

export const AuctionRulesInput = builder.inputType('AuctionRulesInput', {
  description:
    'Rules of an auction. Bidders see them, and they are locked from the start of the auction on, but for the removal of the price to buy now.',
  fields: (t) => ({
    softClose: t.field({ type: SoftCloseInput, description: 'The soft close; null: no bid moves the end.' }),
    bidSteps: t.field({
      type: [BidStepInput],
      description: `The minimum steps, 1 to ${maxBidSteps} rows; null: any amount above the leading bid leads.`,
    }),
    buyNowPriceInCents: t.field({
      type: 'Cents',
      description:
        'The price for which a bidder can end the auction while no bid stands, in USD cents; null: nobody can. It can be removed after the start, too.',
    }),
  }),
});
