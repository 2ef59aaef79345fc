import { checking } from '../../plan-host.ts';
import { type BidStep, maxBidSteps, type RulesInput, type SoftClose } from '../../../auctions/rules.ts';
import { latestEnd, scheduledEnd } from '../../../core/soft-close.ts';
import { checkRules, updateAuctionRules } from '../../../auctions/update-auction-rules.ts';
import { buyNowInCents, nextBidInCents } from '../../../auctions/bids/judge-bid.ts';
import { builder, shownToAll } from '../builder.ts';
import {
  Auction,
  changedAuction,
  type ChangedRow,
  plannedAuction,
  preconditionOf,
  unchangedDescription,
} from './auction.ts';
import { AuctionRulesInput } from './auction-rules-input.ts';
import { enumOf } from './enum-of.ts';
import { exposed } from './exposed.ts';
import { plannedMutation } from './mutation.ts';
import { objectId } from './object-id.ts';

const SoftCloseRef = builder.objectRef<SoftClose>('SoftClose').implement({
  sql: {
    columns: () => ({ windowSeconds: 'soft_close_window_seconds', maximumSeconds: 'soft_close_maximum_seconds' }),
  },
  description: 'A bid that takes the lead shortly before the end extends the bidding period.',
  fields: exposed(() => ({
    windowSeconds: [
      'Int',
      'Such a bid in the last seconds of the period moves the end to as many seconds after the bid.',
      shownToAll,
    ],
    maximumSeconds: ['Int', 'The most seconds that all extensions together add.', shownToAll],
  })),
});

const BidStepRef = builder.objectRef<BidStep>('BidStep').implement({
  sql: { columns: () => ({ fromInCents: '"fromInCents"', stepInCents: '"stepInCents"' }) },
  description: 'A minimum step.',
  fields: exposed(() => ({
    fromInCents: ['Cents', 'The leading bid from which on it applies, in USD cents.', shownToAll],
    stepInCents: ['Cents', 'The least that a bid has to add to the leading bid, in USD cents.', shownToAll],
  })),
});

const AuctionRules = builder.objectRef<object>('AuctionRules').implement({
  sql: { columns: () => ({}) },
  description: 'The rules that the seller has given an auction.',
  fields: (t) => ({
    softClose: t.field({
      access: { public: [] },
      sql: {
        from: `from (select auctions.soft_close_window_seconds, auctions.soft_close_maximum_seconds) soft_close
          where soft_close_window_seconds is not null`,
      },
      type: SoftCloseRef,
      nullable: true,
      description: 'The soft close; null: no bid moves the end.',
    }),
    bidSteps: t.field({
      access: { public: [] },
      sql: {
        from: `from (
          select * from jsonb_to_recordset(auctions.bid_steps) step ("fromInCents" int, "stepInCents" int) order by "fromInCents"
        ) step`,
        most: maxBidSteps,
      },
      type: [BidStepRef],
      description: 'The minimum steps, from the lowest on; an empty list: any amount above the leading bid leads.',
    }),
    buyNowPriceInCents: t.field({
      access: { public: [] },
      sql: { expression: () => 'auctions.buy_now_price_in_cents' },
      type: 'Cents',
      nullable: true,
      description:
        'The price to buy now that the seller has set, in USD cents. `Auction.buyNowInCents` says whether it can be paid now. Null: the seller has set none.',
    }),
  }),
});

const SoldBy = enumOf('SoldBy', 'How an item was sold.', {
  BIDDING: 'To the highest bidder who could pay.',
  BUY_NOW: 'At the price to buy now.',
});

const soldBy = `case when outcome = 'SOLD' then case when exists (
  select from bids where bids.bid_id = auctions.purchase_bid_id and is_winning_bid) then 'BUY_NOW' else 'BIDDING' end end`;

builder.prismaObjectFields(Auction, (t) => ({
  rules: t.field({
    access: { public: [] },
    sql: { from: '' },
    type: AuctionRules,
    description: 'The rules of the auction. They are locked from its start on.',
  }),
  scheduledEndsAt: t.field({
    access: { public: [] },
    sql: { expression: () => scheduledEnd },
    type: 'DateTime',
    description:
      'The end that the seller has set. Bids in the last moments may have moved `biddingPeriodEndsAt` since.',
  }),
  latestEndsAt: t.field({
    access: { public: [] },
    sql: { expression: () => latestEnd },
    type: 'DateTime',
    description: 'The latest end that bids can still bring about; `biddingPeriodEndsAt` if they can bring about none.',
  }),
  nextBidInCents: t.field({
    access: { public: [] },
    sql: { expression: nextBidInCents },
    type: 'Cents',
    description:
      'The least amount of the next bid in USD cents: the minimum, and with minimum steps the leading bid and its step.',
  }),
  extensionCount: t.field({
    access: { public: [] },
    sql: { expression: () => 'coalesce(extension_count, 0)' },
    type: 'Int',
    description: 'The number of times that bids have moved the end.',
  }),
  buyNowInCents: t.field({
    access: { public: [] },
    sql: { expression: buyNowInCents },
    type: 'Cents',
    nullable: true,
    description:
      'The price for which a bidder can end the auction at once, in USD cents; null: nobody can, as a bid stands, the minimum is above the price, or there is none.',
  }),
  soldBy: t.field({
    access: { public: [] },
    sql: { expression: () => soldBy },
    type: SoldBy,
    nullable: true,
    description: 'How the winner has bought the item; null: it is not sold.',
  }),
}));

plannedMutation('updateAuctionRules', {
  access: { scope: 'auctions:write' },
  description:
    'Changes the rules of an `upcoming` auction: all that are named or none. null removes a rule. The price to buy now can be removed from an `ongoing` one, too.',
  input: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'The auction to change.' }),
    rules: t.field({ type: AuctionRulesInput, required: true, description: 'The rules that change.' }),
    ifUnchangedSince: t.field({ type: 'DateTime', description: unchangedDescription }),
  }),
  nullRemoves: ['softClose', 'bidSteps', 'buyNowPriceInCents'],
  refuses: {
    codes: ['auction_not_found', 'precondition_failed', 'auction_completed', 'rules_locked'],
    check: checking(checkRules),
  },
  sql: {
    change: (request, { auctionId, rules, ifUnchangedSince }, projection) =>
      updateAuctionRules<ChangedRow>(
        request.deps,
        request.viewer,
        auctionId,
        rules as RulesInput,
        projection,
        preconditionOf(request, ifUnchangedSince),
      ),
    changed: changedAuction,
  },
  ...plannedAuction,
});
