import fc from 'fast-check';
import { type CrashPoint, crashPoints } from '../../src/core/crash-point.ts';
import { testCards } from '../../src/payments/providers/simulated/test-cards.ts';
import { spoilingCards } from '../providers/spoiling-cards.ts';
import { type ReversalChange, reversalChanges } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { noRules, type Rules } from './rules.ts';
import type { Fault, Operation } from '../providers/faulty-simulated.ts';

/** Which auction or bid, counted around those that there are. */
type Index = number;

/** An instant named by an auction's period, or from now on. */
export type Moment =
  | { readonly of: Index; readonly at: 'start' | 'end'; readonly offsetMs: number }
  | { readonly inSeconds: number };

/** What happens while a process waits for the payment provider. */
export type Meanwhile =
  | 'the auction ends'
  | 'it is cancelled'
  | 'the minimum is raised'
  | 'another process works'
  | 'ada bids more'
  | 'her hold lapses, and ada bids more';

/**
 * Who bids. `somebody new` bids once. `ada` uses one browser; `stranger` types her `bidderId` in another one. `grace` comes with a signed
 * link, each time in another browser; `impostor` types her `bidderId`.
 */
export type Bidder = 'somebody new' | 'ada' | 'stranger' | 'grace' | 'impostor';

export type Work = 'finish' | 'settle' | 'turn' | 'refund' | 'everything';

/** What can happen, as data: so that it prints, shrinks and replays. */
export type Step =
  | { readonly do: 'create'; readonly startsInSeconds: number; readonly lastsSeconds: number; readonly minimum: number }
  | { readonly do: 'raise'; readonly auction: Index; readonly minimum: number }
  | { readonly do: 'move'; readonly auction: Index; readonly startsInSeconds: number; readonly lastsSeconds: number }
  | { readonly do: 'rules'; readonly auction: Index; readonly rules: Rules }
  | { readonly do: 'cancel'; readonly auction: Index }
  | {
      readonly do: 'bid';
      readonly afterMs: number;
      readonly auction: Index;
      readonly value: number;
      readonly card: string;
      readonly by: Bidder;
      readonly buys?: boolean;
    }
  | { readonly do: 'submit again'; readonly bid: Index }
  | { readonly do: 'answer'; readonly bid: Index; readonly verdict: 'pass' | 'fail'; readonly comesBack: boolean }
  | { readonly do: 'work'; readonly work: Work }
  | { readonly do: 'alarm'; readonly auction: Index; readonly kind: 'open' | 'close' }
  | { readonly do: 'pass'; readonly to: Moment }
  | { readonly do: 'advance'; readonly to: Moment }
  | { readonly do: 'weather'; readonly seed: number; readonly share: number }
  /** What was sent to the provider long ago arrives, the last first or as it was sent. */
  | { readonly do: 'deliver late'; readonly isReversed: boolean }
  | { readonly do: 'die'; readonly at: CrashPoint }
  /** A process reads, and writes a minute later what it makes of that. */
  | { readonly do: 'stall'; readonly at: CrashPoint }
  /** An operator voids a bid. */
  | { readonly do: 'void'; readonly bid: Index }
  | { readonly do: 'end hold'; readonly payment: Index; readonly change: 'cancel' | 'lapse' }
  /** Somebody captures a hold at the provider's dashboard, whole or in part; the event about it arrives or gets lost. */
  | {
      readonly do: 'capture by hand';
      readonly payment: Index;
      /** One that the service is releasing, if there is any. */
      readonly isReleasing: boolean;
      readonly amountInCents: number | null;
      readonly isHeard: boolean;
    }
  /** The provider no longer knows a hold; -1 stands for the last one. */
  | { readonly do: 'forget'; readonly payment: Index }
  /** An event gives an authorization the id of another payment. */
  | { readonly do: 'misname'; readonly payment: Index; readonly kind: 'held' | 'captured' }
  /** The provider restricts the account of the seller, and its event arrives or not; or it enables the account again. */
  | { readonly do: 'restrict'; readonly isRestricted: boolean; readonly isTold: boolean }
  | {
      readonly do: 'reverse';
      readonly payment: Index;
      readonly change: ReversalChange;
      readonly amountInCents: number | null;
    }
  /** The seller gives money of a sale back; `null`: all that is left. The request may come twice. */
  | {
      readonly do: 'refund';
      readonly auction: Index;
      readonly amountInCents: number | null;
      readonly isRepeated: boolean;
    }
  /** The events of an auction's payments arrive: late, again, in any order. */
  | { readonly do: 'send events'; readonly auction: Index; readonly isReversed: boolean }
  /** Calls of a process to the provider all go wrong in this way, after some that do not. */
  | { readonly do: 'lose'; readonly fault: Fault; readonly after: number; readonly calls: number }
  | {
      readonly do: 'hold up';
      readonly operation: Operation;
      readonly when: 'before' | 'within' | 'after';
      readonly meanwhile: Meanwhile;
    }
  | { readonly do: 'at once'; readonly steps: readonly Step[] };

/** The life of a few auctions. */
export interface Life {
  readonly steps: readonly Step[];
}

/** Prints as it is written. */
const record = <Shape extends object>(shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.record<Shape>(shape, { noNullPrototype: true });

const index = fc.nat(5);
const hour = 3_600;
const day = 24 * hour;

const create = record({
  do: fc.constant('create' as const),
  startsInSeconds: fc.constantFrom(59, 60, 61, 600),
  lastsSeconds: fc.constantFrom(hour, hour, day, 7 * day, 7 * day),
  minimum: fc.constantFrom(0, 1_000, 2_000),
});
const raise = record({
  do: fc.constant('raise' as const),
  auction: index,
  minimum: fc.constantFrom(0, 1_000, 2_000, 3_000),
});
const move = record({
  do: fc.constant('move' as const),
  auction: index,
  startsInSeconds: fc.constantFrom(59, 60, 600),
  lastsSeconds: fc.constantFrom(hour, day),
});
const cancel = record({ do: fc.constant('cancel' as const), auction: index });

const cards = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('visa', 'amex') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'capture_declined',
      'capture_declined_once',
      'capture_5xx',
      'capture_answer_lost',
      'release_5xx',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('challenge_once', 'challenge_always', 'renewal_declined', 'lapses_early') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...testCards.map(({ name }) => name),
      ...Object.keys(spoilingCards).filter((name) => name !== 'capture_never_answered'),
    ),
  },
);
const bid = record({
  do: fc.constant('bid' as const),
  // Bids of the same instant are told apart by their ids.
  afterMs: fc.constantFrom(0, 1, 10),
  auction: index,
  value: fc.constantFrom(0, 999, 1_000, 2_000, 3_000, 3_000, 5_000, 5_000),
  card: cards,
  by: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Bidder>('somebody new') },
    { weight: 3, arbitrary: fc.constantFrom<Bidder>('ada', 'ada', 'grace', 'grace', 'stranger', 'impostor') },
  ),
});
const submitAgain = record({ do: fc.constant('submit again' as const), bid: index });
const answer = record({
  do: fc.constant('answer' as const),
  bid: index,
  verdict: fc.constantFrom('pass' as const, 'pass' as const, 'fail' as const),
  comesBack: fc.boolean(),
});

const work = record({
  do: fc.constant('work' as const),
  work: fc.constantFrom<Work>('finish', 'settle', 'settle', 'turn', 'everything'),
});
const alarm = record({
  do: fc.constant('alarm' as const),
  auction: index,
  kind: fc.constantFrom('open' as const, 'close' as const, 'close' as const),
});

const start = record({ of: index, at: fc.constant('start' as const), offsetMs: fc.constantFrom(-1, 0, 0) });
const end = record({ of: index, at: fc.constant('end' as const), offsetMs: fc.constantFrom(-1, 0, 0, 1) });
const soon = record({ inSeconds: fc.constantFrom(1, 6, 61, 61, 16 * 60) });
const later = record({ inSeconds: fc.constantFrom(hour, day, 6 * day) });
const passTo = (to: fc.Arbitrary<Moment>) => record({ do: fc.constant('pass' as const), to });
const advanceTo = (to: fc.Arbitrary<Moment>) => record({ do: fc.constant('advance' as const), to });

const weather = record({
  do: fc.constant('weather' as const),
  seed: fc.nat(1_000),
  share: fc.constantFrom(0, 0.2, 0.5),
});
const deliver = record({ do: fc.constant('deliver late' as const), isReversed: fc.boolean() });
/** The points of money: the processes of the model write no messages. */
const pointsOfMoney = crashPoints.filter((point) => !point.startsWith('messages'));

const die = record({ do: fc.constant('die' as const), at: fc.constantFrom(...pointsOfMoney) });
const dieSettling = record({
  do: fc.constant('die' as const),
  at: fc.constantFrom(...pointsOfMoney.filter((point) => !point.startsWith('bid'))),
});
const holdUp = (operations: readonly Operation[], meanwhile: readonly Meanwhile[]) =>
  record({
    do: fc.constant('hold up' as const),
    operation: fc.constantFrom(...operations),
    when: fc.constantFrom('before' as const, 'within' as const, 'after' as const),
    meanwhile: fc.constantFrom(...meanwhile),
  });

/**
 * A process dies between a call about a bid and the record of its answer, and the bid is over before anybody has found its
 * payment: the auction ends or is cancelled, or the bidder has waited too long.
 */
const leftBid = fc
  .tuple(
    record({
      do: fc.constant('die' as const),
      at: fc.constantFrom<CrashPoint>('bid: intent recorded', 'bid: card asked', 'bid: card asked'),
    }),
    bid,
    fc.oneof(cancel, passTo(end), passTo(record({ inSeconds: fc.constantFrom(12, 61) }))),
    record({ do: fc.constant('work' as const), work: fc.constant<Work>('everything') }),
  )
  .map((steps): readonly Step[] => steps);

/** The provider executes a bid's request after its answer was given up, and after the bid is over. */
const lateBid = fc
  .tuple(
    record({
      do: fc.constant('lose' as const),
      fault: fc.constantFrom<Fault>('request_late', 'request_late', 'answer_lost', 'request_lost'),
      after: fc.constant(0),
      calls: fc.constantFrom(1, 2, 2, 3),
    }),
    bid,
    fc.oneof(cancel, passTo(soon)),
    record({ do: fc.constant('work' as const), work: fc.constant<Work>('everything') }),
    deliver,
  )
  .map((steps): readonly Step[] => steps);

const stall = record({ do: fc.constant('stall' as const), at: fc.constantFrom(...pointsOfMoney) });
const endHold = record({
  do: fc.constant('end hold' as const),
  payment: index,
  change: fc.constantFrom('cancel' as const, 'lapse' as const),
});
const voidBid = record({ do: fc.constant('void' as const), bid: index });
const dieAt = record({
  do: fc.constant('die' as const),
  at: fc.constantFrom<CrashPoint>('bid: hold recorded', 'bid: committed', 'bid: card asked', 'release: claimed'),
});
const captureByHand = record({
  do: fc.constant('capture by hand' as const),
  payment: index,
  isReleasing: fc.boolean(),
  amountInCents: fc.constantFrom(null, null, 1, 700),
  isHeard: fc.boolean(),
});
const reverse = record({
  do: fc.constant('reverse' as const),
  payment: index,
  change: fc.constantFrom<ReversalChange>('refund', 'dispute', ...(Object.keys(reversalChanges) as ReversalChange[])),
  // A dispute may take more than was captured, and so may a second one.
  amountInCents: fc.constantFrom(null, null, 1, 500, 6_000),
});
const refund = record({
  do: fc.constant('refund' as const),
  auction: index,
  amountInCents: fc.constantFrom(null, 1, 500, 700, 2_000, 6_000),
  isRepeated: fc.boolean(),
});
const sendEvents = record({ do: fc.constant('send events' as const), auction: index, isReversed: fc.boolean() });

const restrict = record({
  do: fc.constant('restrict' as const),
  isRestricted: fc.boolean(),
  isTold: fc.boolean(),
});
const forget = record({ do: fc.constant('forget' as const), payment: index });
const misname = record({
  do: fc.constant('misname' as const),
  payment: index,
  kind: fc.constantFrom('held' as const, 'captured' as const),
});

/** An auction with two bids ends while the account of its seller is restricted: nobody else is asked, and nobody's hold is given up. */
const restrictedEnd = fc
  .tuple(index, bid, bid, restrict, fc.constantFrom(6, 61, 16 * 60))
  .map(([auction, low, high, restriction, inSeconds]): readonly Step[] => [
    { ...low, auction, value: 3_000, card: 'visa', by: 'somebody new' },
    { ...high, auction, value: 5_000, card: 'amex' },
    { ...restriction, isRestricted: true },
    { do: 'pass', to: { of: auction, at: 'end', offsetMs: 0 } },
    { do: 'work', work: 'settle' },
    { do: 'pass', to: { inSeconds } },
    { do: 'work', work: 'everything' },
    { ...restriction, isRestricted: false },
    { do: 'work', work: 'everything' },
  ]);

/** An auction with two bids ends, and the answers about the higher bid's money are lost: nobody else may be asked meanwhile. */
const unclearEnd = fc
  .tuple(
    index,
    bid,
    bid,
    fc.constantFrom('visa', 'capture_declined', 'capture_declined_once'),
    record({
      do: fc.constant('lose' as const),
      fault: fc.constantFrom<Fault>(
        'server_error',
        'error_kept',
        'request_late',
        'answer_lost',
        'request_lost',
        'not_known',
      ),
      after: fc.constantFrom(0, 1),
      calls: fc.constantFrom(2, 2, 4),
    }),
  )
  .map(([auction, low, high, card, lose]): readonly Step[] => [
    { ...low, auction, value: 3_000, card: 'visa', by: 'somebody new' },
    { ...high, auction, value: 5_000, card },
    { do: 'pass', to: { of: auction, at: 'end', offsetMs: 0 } },
    lose,
    { do: 'work', work: 'settle' },
    { do: 'work', work: 'settle' },
    { do: 'pass', to: { inSeconds: 6 } },
    { do: 'work', work: 'everything' },
  ]);

/**
 * An auction with two bids ends, and the provider does not know the payment of the higher one, for a while or ever: nobody else is asked. An
 * earlier request to capture it may have lost its answer.
 */
const notKnownEnd = fc
  .tuple(
    index,
    bid,
    bid,
    fc.constantFrom<Fault | null>('answer_lost', 'request_lost', null),
    fc.constantFrom<readonly Step[]>(
      [{ do: 'forget', payment: -1 }],
      [{ do: 'lose', fault: 'not_known', after: 0, calls: 2 }],
      [{ do: 'lose', fault: 'not_known', after: 0, calls: 1 }],
    ),
    fc.constantFrom('it is cancelled', 'it goes on'),
  )
  .map(([auction, low, high, first, notKnown, then]): readonly Step[] => [
    { ...low, auction, value: 5_500, card: 'visa', by: 'somebody new' },
    { ...high, auction, value: 6_000, card: 'visa' },
    { do: 'pass', to: { of: auction, at: 'end', offsetMs: 0 } },
    ...(first === null
      ? []
      : ([
          { do: 'lose', fault: first, after: 0, calls: 2 },
          { do: 'work', work: 'settle' },
          { do: 'pass', to: { inSeconds: 70 } },
        ] as const)),
    ...notKnown,
    { do: 'work', work: 'settle' },
    ...(then === 'it is cancelled' ? ([{ do: 'cancel', auction }] as const) : []),
    { do: 'pass', to: { inSeconds: 6 } },
    { do: 'work', work: 'everything' },
  ]);

/** The hold of the highest bid is captured by hand, and given back just before the auction ends: another bid wins. */
const givenBackBid = fc
  .tuple(bid, bid, fc.constantFrom<readonly ReversalChange[]>(['refund'], ['refund', 'refund_failed']))
  .map(([low, high, story]): readonly Step[] => [
    { ...low, auction: 0, value: 5_500, card: 'visa', by: 'somebody new' },
    { ...high, auction: 0, value: 6_000, card: 'visa', by: 'somebody new' },
    { do: 'capture by hand', payment: -1, isReleasing: false, amountInCents: null, isHeard: true },
    ...story.map((change): Step => ({ do: 'reverse', payment: -1, change, amountInCents: null })),
    { do: 'pass', to: { of: 0, at: 'end', offsetMs: 0 } },
    { do: 'work', work: 'settle' },
    { do: 'work', work: 'everything' },
  ]);

/** A process dies before it knows the payment of a bid, and an event gives this bid the payment of another one. */
const misnamedBid = fc
  .tuple(
    bid,
    bid,
    record({
      do: fc.constant('die' as const),
      at: fc.constantFrom<CrashPoint>('bid: intent recorded', 'bid: card asked'),
    }),
    misname,
  )
  .map(([other, left, die, event]): readonly Step[] => [
    { ...other, value: 5_500, card: 'visa', by: 'somebody new' },
    die,
    { ...left, auction: other.auction, value: 6_000, card: 'visa', by: 'somebody new' },
    event,
    { do: 'work', work: 'everything' },
  ]);

/** A hold is captured by hand, perhaps refunded, and the auction is cancelled, gets a higher bid, or ends. */
const capturedBid = fc
  .tuple(
    bid,
    bid,
    captureByHand,
    fc.oneof(reverse, bid, cancel, passTo(end), sendEvents),
    fc.oneof(passTo(end), cancel, bid),
    record({ do: fc.constant('work' as const), work: fc.constant<Work>('everything') }),
  )
  .map((steps): readonly Step[] => steps);

const storiesOfMoney: readonly (readonly ReversalChange[])[] = [
  ['refund'],
  ['refund', 'refund_failed'],
  ['dispute'],
  ['dispute', 'dispute_won'],
  ['dispute', 'dispute_lost'],
  ['dispute', 'dispute', 'refund'],
];

/**
 * A bid is raised or voided, the provider does not answer its release for a while, and somebody captures its hold by hand, before the auction
 * ends or after. What was captured is perhaps disputed or refunded, and decided.
 */
const capturedRelease = fc
  .tuple(
    bid,
    fc.constantFrom('raised', 'voided', 'stands'),
    fc.constantFrom<Fault>('server_error', 'request_lost', 'request_late'),
    captureByHand,
    fc.oneof(fc.constant([]), fc.constantFrom(...storiesOfMoney)),
    fc.constantFrom(null, null, 1, 500, 9_000),
    fc.boolean(),
  )
  .map(([any, why, fault, capture, story, amountInCents, isEnded]): readonly Step[] => {
    const end: Step = { do: 'pass', to: { of: 0, at: 'end', offsetMs: 0 } };
    // Above all other bids.
    const high: Step = { ...any, auction: 0, value: 6_000, card: 'visa', by: 'ada' };
    // A raise opens and holds its own payment before the other hold is released.
    const lose: Step = { do: 'lose', fault, after: why === 'raised' ? 2 : 0, calls: 2 };
    const ending: Step[] = why === 'raised' ? [lose, { ...high, value: 7_000 }] : [lose, { do: 'void', bid: -1 }];
    const changes = story.map((change): Step => ({ do: 'reverse', payment: 0, change, amountInCents }));
    return [
      { ...any, auction: 0, value: 5_500, card: 'visa', by: 'somebody new' },
      high,
      ...(why === 'stands' ? [] : ending),
      ...(isEnded ? [end] : []),
      { ...capture, isReleasing: true },
      ...changes,
      // Without a story, the event about the capture may stay lost.
      ...changes.slice(0, 1).map((): Step => ({ do: 'send events', auction: 0, isReversed: false })),
      ...(isEnded ? [] : [end]),
      { do: 'work', work: 'settle' },
      { do: 'work', work: 'everything' },
    ];
  });

/** The seller gives money of a sale back in parts, while the provider's answers are lost or late, or somebody refunds at the provider too. */
const refundedSale = fc
  .tuple(
    index,
    fc.array(refund, { minLength: 2, maxLength: 4 }),
    fc.constantFrom<Fault>(
      'answer_lost',
      'request_late',
      'request_late',
      'request_twice',
      'server_error',
      'error_kept',
    ),
    fc.oneof(reverse, dieSettling, sendEvents, deliver),
    deliver,
  )
  .map(([auction, refunds, fault, meanwhile, late]): readonly Step[] => [
    { do: 'pass', to: { of: auction, at: 'end', offsetMs: 0 } },
    { do: 'work', work: 'settle' },
    { ...refunds[0]!, auction },
    { do: 'lose', fault, after: 0, calls: 1 },
    { do: 'work', work: 'refund' },
    meanwhile,
    ...refunds.slice(1).map((each): Step => ({ ...each, auction })),
    { do: 'pass', to: { inSeconds: 61 } },
    { do: 'work', work: 'everything' },
    late,
    { do: 'work', work: 'everything' },
  ]);

/** A person raises a bid, once or twice, while the hold of the lower one is renewed, captured by hand, or voided. */
const raisedBid = fc
  .tuple(
    index,
    bid,
    fc.constantFrom<Bidder>('ada', 'grace'),
    fc.oneof(captureByHand, endHold, voidBid, dieAt, passTo(soon), holdUp(['hold'], ['another process works'])),
    fc.array(bid, { minLength: 1, maxLength: 2 }),
    cards,
  )
  .map(([auction, low, by, meanwhile, others, card]): readonly Step[] => [
    { ...low, auction, by, value: 3_000, card: 'visa' },
    meanwhile,
    { ...low, auction, by, value: 5_000, card },
    ...others.map((other): Step => ({ ...other, auction })),
    { do: 'work', work: 'everything' },
  ]);

/** The hold of a bid is due for renewal, and while the provider is asked, its bidder bids more. */
const raisedRenewal = fc
  .tuple(
    index,
    bid,
    holdUp(['renew'], ['ada bids more', 'ada bids more', 'her hold lapses, and ada bids more']),
    fc.constantFrom<Work>('finish', 'everything'),
  )
  .map(([auction, low, meanwhile, work]): readonly Step[] => [
    { ...low, auction, by: 'ada', value: 3_000, card: 'visa' },
    { do: 'pass', to: { inSeconds: 6 * day } },
    meanwhile,
    { do: 'work', work },
    { do: 'work', work: 'everything' },
  ]);

const windowSeconds = 600;

/** Every combination of soft closes and steps. The soft close of each auction has the window about whose instants the scenes are. */
const softCloseAndSteps = record<Omit<Rules, 'buyNowPriceInCents'>>({
  softClose: fc.constantFrom(null, { windowSeconds, maximumSeconds: 900 }, { windowSeconds, maximumSeconds: 7_200 }),
  bidSteps: fc.constantFrom(
    [],
    [
      { fromInCents: 0, stepInCents: 100 },
      { fromInCents: 3_000, stepInCents: 500 },
    ],
  ),
});
const price = fc.constantFrom(null, 5_000, 5_000);
const rulesOf: Record<RulesOfLife, fc.Arbitrary<Rules>> = {
  no: fc.constant(noRules),
  yes: softCloseAndSteps.map((rules) => ({ ...rules, buyNowPriceInCents: null })),
  purchases: fc
    .tuple(softCloseAndSteps, price)
    .map(([rules, buyNowPriceInCents]) => ({ ...rules, buyNowPriceInCents })),
};

/** Bids about the instant at which the window of an auction begins, and then in its last millisecond again and again. */
const overtime = fc
  .tuple(
    index,
    bid,
    fc.constantFrom(-1, 0, 1, 1, 1, 60_000),
    fc.constantFrom(3_000, 7_500, 7_500),
    fc.array(fc.constantFrom(1_000, 3_000, 3_100, 5_500, 7_000, 8_000), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(-1, -1, 0),
  )
  .map(([auction, any, offsetMs, first, values, lastMs]): readonly Step[] => {
    const one: Step = { ...any, auction, card: 'visa', by: 'somebody new', afterMs: 0, value: 3_000 };
    const passTo = (toMs: number): Step => ({ do: 'pass', to: { of: auction, at: 'end', offsetMs: toMs } });
    return [
      one,
      passTo(offsetMs - windowSeconds * 1_000),
      ...[first, ...values].flatMap((value): Step[] => [{ ...one, value }, passTo(-1)]),
      { ...one, value: 9_000 },
      passTo(lastMs),
      { do: 'work', work: 'settle' },
    ];
  });

/** The first bids of an auction, about the borders of the steps. */
const firstBids = fc
  .tuple(bid, fc.constantFrom(1_000, 3_000, 3_000), fc.constantFrom(99, 100, 499, 500))
  .map(([any, value, more]): Step[] => {
    const one: Step = { ...any, auction: 0, card: 'visa', by: 'somebody new', value };
    return [one, { ...one, value: value + more }];
  });

/** The leading bid is voided or lapses, and lower ones come: the next bid follows from the highest that can pay. */
const lostLead = fc
  .tuple(
    bid,
    fc.constantFrom<Step>({ do: 'void', bid: -1 }, { do: 'end hold', payment: -1, change: 'lapse' }),
    fc.constantFrom(3_499, 3_500, 5_000, 6_000),
  )
  .map(([any, lose, value]): readonly Step[] => {
    const one: Step = { ...any, auction: 0, card: 'visa', by: 'somebody new' };
    return [
      { ...one, value: 3_000 },
      { ...one, value: 6_000 },
      lose,
      { do: 'send events', auction: 0, isReversed: false },
      { ...one, value },
    ];
  });

/** Somebody buys: before the first bid, beside others, once the hold of the only bid has lapsed, or while a bid is placed. */
const purchase = fc
  .tuple(
    bid,
    fc.constantFrom<Step>({ do: 'void', bid: -1 }, { do: 'end hold', payment: -1, change: 'lapse' }),
    holdUp(['hold'], ['ada bids more', 'it is cancelled', 'the auction ends']),
    fc.constantFrom('alone', 'alone', 'after a bid', 'after a lost one', 'overtaken', 'at once'),
    fc.constantFrom('visa', 'visa', 'capture_declined', 'capture_answer_lost', 'challenge_once'),
  )
  .map(([any, lose, meanwhile, when, card]): readonly Step[] => {
    const one: Step = { ...any, auction: 0, card: 'visa', by: 'somebody new', afterMs: 0 };
    const buy: Step = { ...one, card, value: 5_000, buys: true };
    const later: Step = { ...one, value: 8_000 };
    const begin: Step = { do: 'pass', to: { of: 0, at: 'start', offsetMs: 0 } };
    switch (when) {
      case 'alone':
        return [begin, buy, later, { ...buy, afterMs: 1 }];
      case 'after a bid':
        return [begin, { ...one, value: 3_000 }, buy];
      case 'after a lost one':
        return [
          begin,
          { ...one, value: 6_000 },
          lose,
          { do: 'send events', auction: 0, isReversed: false },
          buy,
          later,
        ];
      case 'overtaken':
        return [begin, meanwhile, buy];
      default:
        return [begin, { do: 'at once', steps: [buy, later, buy] }];
    }
  });

/** Several bids of nearly the same amount at once, or one that is overtaken while its bank answers. */
const overtaken = fc
  .tuple(bid, holdUp(['hold'], ['ada bids more']), fc.boolean(), fc.constantFrom(5_000, 5_001, 5_499, 5_500))
  .map(([any, meanwhile, isHeldUp, value]): readonly Step[] => {
    const one: Step = { ...any, auction: 0, card: 'visa', by: 'somebody new', value: 5_000 };
    return isHeldUp ? [meanwhile, one] : [{ do: 'at once', steps: [one, { ...one, value }, one] }];
  });

const before = [create, raise, move, cancel, bid, alarm, work];
const bidding = [
  { weight: 8, arbitrary: bid },
  { weight: 2, arbitrary: answer },
  { weight: 1, arbitrary: fc.oneof(raise, submitAgain, move, create) },
  { weight: 1, arbitrary: fc.oneof(alarm, work, advanceTo(soon), passTo(soon), advanceTo(later), voidBid) },
];
const ending = [
  { weight: 4, arbitrary: work },
  { weight: 2, arbitrary: passTo(soon) },
  { weight: 2, arbitrary: cancel },
  { weight: 2, arbitrary: fc.oneof(alarm, bid, answer, raise, submitAgain) },
  { weight: 1, arbitrary: refund },
];
const storms = [
  { weight: 2, arbitrary: weather },
  { weight: 2, arbitrary: die },
  {
    weight: 3,
    arbitrary: holdUp(
      ['hold'],
      ['the auction ends', 'it is cancelled', 'the minimum is raised', 'another process works'],
    ),
  },
  { weight: 1, arbitrary: passTo(later) },
  { weight: 1, arbitrary: fc.oneof(stall, sendEvents, endHold, forget, misname, restrict) },
  { weight: 1, arbitrary: fc.oneof(captureByHand, captureByHand, reverse) },
];
const stormsAtTheEnd = [
  { weight: 2, arbitrary: weather },
  { weight: 3, arbitrary: dieSettling },
  { weight: 2, arbitrary: deliver },
  { weight: 1, arbitrary: die },
  { weight: 1, arbitrary: fc.oneof(stall, stall, voidBid) },
  { weight: 2, arbitrary: fc.oneof(endHold, forget, misname, captureByHand, sendEvents, restrict) },
  { weight: 2, arbitrary: fc.oneof(reverse, refund) },
  {
    weight: 2,
    arbitrary: holdUp(['capture', 'release', 'read', 'renew'], ['it is cancelled', 'another process works']),
  },
  { weight: 1, arbitrary: passTo(later) },
];

function some(
  parts: readonly { weight: number; arbitrary: fc.Arbitrary<Step> }[],
  [minLength, maxLength]: readonly [number, number],
  scenes: readonly fc.Arbitrary<readonly Step[]>[] = [],
): fc.Arbitrary<Step[]> {
  const one = fc.oneof(...parts);
  const together = record({
    do: fc.constant('at once' as const),
    steps: fc.array(one, { minLength: 2, maxLength: 3 }),
  });
  const step = fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: together });
  const scene = fc.oneof(
    { weight: 9, arbitrary: step.map((single): readonly Step[] => [single]) },
    ...scenes.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return fc.array(scene, { minLength, maxLength }).map((parts) => parts.flat());
}

/** The rules that auctions of a life may have: none, soft closes and steps, or a price to buy now as well. */
export type RulesOfLife = 'no' | 'yes' | 'purchases';

/** The life of a few auctions, from before their start to after their end, with whatever may come in between. */
export function lives(isStormy: boolean, ruled: RulesOfLife): fc.Arbitrary<Life> {
  const areRuled = ruled !== 'no';
  const giveRules = record({ do: fc.constant('rules' as const), auction: index, rules: rulesOf[ruled] });
  const purchases = ruled === 'purchases' ? [purchase, purchase] : [];
  const givingRules = areRuled ? [{ weight: 2, arbitrary: giveRules }] : [];
  const duringBids = [...(isStormy ? [...bidding, ...storms] : bidding), ...givingRules];
  const scenesOfRules = areRuled ? [overtime, overtime, lostLead, lostLead, overtaken, ...purchases] : [];
  const duringEnd = isStormy ? [...ending, ...stormsAtTheEnd] : ending;
  const early = before.map((arbitrary) => ({ weight: 1, arbitrary: arbitrary as fc.Arbitrary<Step> }));
  const steps = fc
    .tuple(
      create.map((step): Step[] => [{ ...step, startsInSeconds: Math.max(60, step.startsInSeconds) }]),
      ...(areRuled ? [giveRules.map((step): Step[] => [{ ...step, auction: 0 }])] : []),
      some([...early, ...givingRules], [0, 3]),
      fc.oneof(passTo(start), advanceTo(start)).map((step): Step[] => [step]),
      ...(areRuled ? [fc.oneof(firstBids, ...purchases, fc.constant([]))] : []),
      some(
        duringBids,
        [3, 12],
        isStormy
          ? [
              ...scenesOfRules,
              leftBid,
              lateBid,
              unclearEnd,
              notKnownEnd,
              givenBackBid,
              misnamedBid,
              restrictedEnd,
              capturedBid,
              capturedRelease,
              capturedRelease,
              raisedBid,
              raisedRenewal,
            ]
          : scenesOfRules,
      ),
      fc
        .oneof(passTo(end), advanceTo(end), fc.constant<Step>({ do: 'work', work: 'everything' }))
        .map((step): Step[] => [step]),
      some(duringEnd, [2, 12], isStormy ? [refundedSale] : []),
    )
    .map((parts) => parts.flat());
  return record({ steps });
}
