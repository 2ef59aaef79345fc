import {
  type Concern,
  type ConcernKind,
  maxConcerns,
  maxOverviewRows,
  type Overview,
  readOverview,
} from '../../../settlement/books/overview.ts';
import { builder } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed } from './exposed.ts';

const ConcernKindEnum = enumInCapitals<ConcernKind>('ConcernKind', 'Why an auction needs you.', {
  dispute: 'A cardholder disputes the payment, and the bank waits for an answer.',
  not_charged: 'There were bids, and no card could be charged.',
  not_settled: 'The bidding period is over for more than five minutes, and the result is not final.',
  no_delivery_details: 'The winner has not said where the item goes.',
});

const ConcernRef = builder.objectRef<Concern>('Concern').implement({
  description: 'An auction that needs you.',
  fields: exposed(() => ({
    kind: [ConcernKindEnum, 'Why.'],
    auctionId: ['UUID', 'The auction.'],
    title: ['String', 'Its title.'],
    since: ['DateTime', 'Since when.'],
  })),
});

const OverviewRef = builder.objectRef<Overview>('Overview').implement({
  description: 'Your money, and the auctions that need you.',
  fields: exposed(() => ({
    heldInCents: ['Cents', 'The amount that is held on cards now, in USD cents.'],
    soldCount: ['Int', 'The number of payments of auctions that ended in the period.'],
    capturedInCents: ['Cents', 'The captured amount of these auctions, in USD cents.'],
    refundedInCents: ['Cents', 'The refunded amount, in USD cents.'],
    disputedInCents: ['Cents', 'The amount that disputes have taken of it, in USD cents.'],
    isExact: [
      'Boolean',
      `Are the sums those of all auctions and holds? If false, they are at least that: the service reads ${maxOverviewRows.toLocaleString('en')} of each.`,
    ],
    concerns: [
      [ConcernRef],
      `Everything that needs you, newest first, at most ${maxConcerns} of each kind. Disputes are those of any auction, the others those of the period.`,
      { extensions: { rows: maxConcerns * 4 } },
    ],
  })),
});

builder.queryField('overview', (t) =>
  t.field({
    access: { scope: 'bids:read' },
    type: OverviewRef,
    description: 'Sums up the money of your auctions that ended in a period, and names the auctions that need you.',
    args: {
      fromTimestamp: t.arg({ type: 'UnixTimestamp', required: true, description: 'Auctions that ended from then on.' }),
      beforeTimestamp: t.arg({ type: 'UnixTimestamp', required: true, description: 'Auctions that ended before.' }),
    },
    resolve: (_, args, context) => readOverview(context.deps, viewerOf(context), args),
  }),
);
