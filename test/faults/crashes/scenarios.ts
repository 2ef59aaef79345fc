import { cancelAuction } from '../../../src/auctions/cancel-auction.ts';
import { insertKey } from '../../../src/platform/auth/change-keys.ts';
import { continueBid } from '../../../src/auctions/bids/continue-bid.ts';
import { onlyId } from '../../../src/auctions/projection.ts';
import { placeBid } from '../../../src/auctions/bids/place-bid.ts';
import type { ProcessDeps as AllDeps } from '../../../src/payments/deps.ts';
import { answerChallenge } from '../../../src/payments/providers/simulated/challenges.ts';
import type { Scope, Viewer } from '../../../src/core/viewer.ts';
import { reversePayment } from '../../../src/payments/providers/simulated/reverse-payment.ts';
import { askDueRefunds } from '../../reversals/ask-due-refunds.ts';
import { requestRefund } from '../../../src/settlement/reversals/request-refund.ts';
import type { HoldRequest } from '../../../src/payments/providers/gateway.ts';
import { refused } from '../../../src/payments/providers/observation.ts';
import { makeFaultySimulated } from '../../providers/faulty-simulated.ts';
import { followEvent } from '../../../src/settlement/books/follow-event.ts';
import { finishAuthorizations } from '../../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../../src/settlement/settle-due-auctions.ts';
import { settleAuction } from '../../../src/settlement/settle-auction.ts';
import { bidRequest } from '../../support/bid-request.ts';
import { insertAuction } from '../../support/insert-auction.ts';
import { endAuction } from '../../support/end-auction.ts';
import { changeHold, findSimulatedEvents } from '../../providers/at-the-dashboard.ts';

export type ProcessDeps = Omit<AllDeps, 'keyUse'>;

export interface StagedAuction {
  readonly auctionId: string;
  readonly sellerId: string;
}

/** A piece of the service's life in which money moves, and during which a process is killed. */
export interface Scenario {
  readonly name: string;
  /** The bids that stand before it begins: value and test card. */
  readonly bids: readonly (readonly [valueInCents: number, card: string])[];
  /** The provider itself takes its time to be clear, so that how long a recovery takes says nothing of the service. */
  readonly waitsForProvider?: true;
  /** What changes just before it begins, of the auction `$1`. */
  readonly before?: string;
  /** What the process is asked to do that dies; every process works as a worker, too. */
  act?(deps: ProcessDeps, auction: StagedAuction): Promise<unknown>;
  /**
   * Runs after each death. The provider sends its events again, because nobody has confirmed them; or the auction ends, because
   * the process that was to end it has died.
   */
  repeat?(deps: ProcessDeps, auction: StagedAuction): Promise<unknown>;
}

const endsSoon = `update auctions set bidding_period_ends_at = clock_timestamp() + interval '1 s' where auction_id = $1`;

export const scenarios: readonly Scenario[] = [
  {
    name: 'a bid',
    bids: [],
    act: (deps, auction) => bid(deps, auction, 5_000, 'visa'),
  },
  {
    name: 'a bid that extends its auction',
    bids: [[5_000, 'visa']],
    act: async (deps, auction) => {
      // A seller's shortest window is half a minute.
      await deps.db.query(
        `update auctions set bidding_period_ends_at = clock_timestamp() + interval '4 s', soft_close_window_seconds = 5,
           soft_close_maximum_seconds = 5 where auction_id = $1`,
        [auction.auctionId],
      );
      await bid(deps, auction, 6_000, 'visa');
    },
  },
  {
    name: 'a purchase',
    bids: [],
    act: async (deps, auction) => {
      await deps.db.query('update auctions set buy_now_price_in_cents = 9000 where auction_id = $1', [
        auction.auctionId,
      ]);
      await placeBid(deps, bidRequest(auction.auctionId, { valueInCents: 9_000, isPurchase: true }));
    },
  },
  {
    name: 'a bid whose answer is lost',
    bids: [],
    act: (deps, auction) => bid(deps, auction, 5_000, 'authorize_answer_lost'),
  },
  {
    name: 'a bid with a challenge',
    bids: [],
    act: async (deps, auction) => {
      const placed = await bid(deps, auction, 5_000, 'challenge_once');
      if (placed.outcome !== 'challenged' || placed.challenge.provider !== 'simulated') throw new Error(placed.outcome);
      await answerChallenge(deps, placed.challenge.secret, 'pass');
      await continueBid(deps, placed.authorizationId!);
    },
  },
  {
    name: 'a bid that is left',
    bids: [],
    act: async (deps, auction) => {
      // The bidder has gone from the bank's page, and a quarter of an hour has passed.
      await bid(deps, auction, 5_000, 'challenge_once');
      await deps.db.query(
        `update authorizations set created_at = created_at - interval '1 hour', moved_at = moved_at - interval '1 hour', next_attempt_at = clock_timestamp() returning pg_sleep(0.001)`,
      );
    },
  },
  {
    name: 'a bid that is refused',
    bids: [],
    act: (deps, auction) => {
      // The minimum is raised while the bank thinks.
      const raise = `update auctions set minimum_bid_value_in_cents = 9000 where auction_id = $1`;
      const simulated = makeFaultySimulated(deps, {
        deadlineMs: 10_000,
        weather: async (operation) => {
          if (operation === 'hold') await deps.db.query(raise, [auction.auctionId]);
          return null;
        },
      });
      return bid({ ...deps, gateways: { ...deps.gateways, simulated } }, auction, 5_000, 'release_answer_lost');
    },
  },
  {
    name: 'a settlement that falls back',
    bids: [
      [5_000, 'release_answer_lost'],
      [7_000, 'capture_answer_lost'],
      [9_000, 'capture_declined'],
    ],
    before: endsSoon,
  },
  {
    name: 'a settlement whose provider stumbles',
    waitsForProvider: true,
    bids: [
      [5_000, 'visa'],
      [9_000, 'capture_5xx'],
    ],
    before: endsSoon,
  },
  {
    name: 'a settlement of auctions that end together',
    bids: [
      [5_000, 'visa'],
      [9_000, 'visa'],
    ],
    act: async (deps, { sellerId }) => {
      for (const cards of [['visa', 'capture_declined'], ['visa', 'capture_answer_lost'], ['capture_declined']]) {
        const together = await insertAuction(deps.db, { sellerId }, { startsInSeconds: -3_600, endsInSeconds: 3_600 });
        for (const [index, card] of cards.entries()) await bid(deps, together, 5_000 + index, card);
      }
      await deps.db.query(
        `update auctions set bidding_period_ends_at = clock_timestamp() + interval '1 ms' returning pg_sleep(0.002)`,
      );
      await settleDueAuctions(deps);
    },
  },
  {
    name: 'a settlement that captures late',
    bids: [
      [5_000, 'visa'],
      [9_000, 'visa'],
    ],
    act: async (deps, { auctionId }) => {
      await endAuction(deps.db, auctionId);
      await settleWithLateCapture(deps, auctionId);
    },
  },
  {
    name: 'a settlement without a winner',
    bids: [[9_000, 'capture_declined']],
    before: endsSoon,
  },
  {
    name: 'a cancellation',
    bids: [
      [5_000, 'release_answer_lost'],
      [7_000, 'visa'],
    ],
    act: async (deps, { auctionId, sellerId }) => {
      const viewer = await aViewer(deps, sellerId, 'auctions:write');
      await cancelAuction(deps as AllDeps, viewer, auctionId, onlyId);
    },
  },
  {
    name: 'a refund',
    bids: [[5_000, 'visa']],
    act: refundSold,
  },
  {
    name: 'a refund that is refused',
    bids: [[5_000, 'visa']],
    act: async (deps, auction) => {
      await sell(deps, auction);
      // The provider refunds no payment that is disputed.
      const { rows } = await deps.db.query<{ reference: string }>(
        'select provider_reference as reference from authorizations where auction_id = $1',
        [auction.auctionId],
      );
      await reversePayment(deps.db, { reference: rows[0]!.reference, change: 'dispute', amountInCents: 100 });
      await hearOfPayments(deps, auction);
      await refund(deps, auction);
    },
    repeat: hearOfPayments,
  },
  {
    name: 'a renewal',
    bids: [[5_000, 'visa']],
    before: `update authorizations set next_attempt_at = clock_timestamp() where auction_id = $1 returning pg_sleep(0.001)`,
  },
  {
    name: 'a renewal of a hold that was captured at the provider',
    bids: [[5_000, 'visa']],
    act: async (deps, { auctionId }) => {
      const { rows } = await deps.db.query<{ reference: string }>(
        'select provider_reference as reference from authorizations where auction_id = $1 and replaces_authorization_id is null',
        [auctionId],
      );
      await changeHold(deps.db, { reference: rows[0]!.reference, change: 'capture' });
      await deps.db.query(
        `update authorizations set next_attempt_at = clock_timestamp() where auction_id = $1 and state = 'authorized' and replaces_authorization_id is null returning pg_sleep(0.001)`,
        [auctionId],
      );
      await finishAuthorizations(deps);
      await endSoon(deps, { auctionId });
    },
    // Until the auction is settled, our books call what was captured by hand captured outside.
    repeat: endSoon,
  },
  {
    name: 'messages',
    bids: [
      [5_000, 'visa'],
      [9_000, 'visa'],
    ],
    // Only a test seller's money is held by the simulated provider, and only a live seller's messages are sent.
    before: `update sellers set mode = 'live' where seller_id = (select seller_id from auctions where auction_id = $1)`,
  },
  {
    name: 'a card that no hold needs',
    bids: [[5_000, 'visa']],
    // The simulated provider keeps no cards, so that deleting one takes it no call.
    before: `
      with kept as (
        insert into kept_cards (authorization_id, first_authorization_id, provider, customer_reference, next_attempt_at)
        select authorization_id, authorization_id, provider, 'cus_1', clock_timestamp() + interval '1 day'
        from authorizations where auction_id = $1
      ) ${endsSoon}`,
  },
  {
    name: 'a renewal that is refused',
    bids: [[5_000, 'renewal_declined']],
    before: `update authorizations set next_attempt_at = clock_timestamp() where auction_id = $1 returning pg_sleep(0.001)`,
  },
  {
    name: 'a bid that keeps the card',
    bids: [],
    before: `update auctions set bidding_period_ends_at = clock_timestamp() + interval '5 days' where auction_id = $1`,
    act: (deps, auction) => bid(deps, auction, 5_000, 'visa'),
  },
  {
    name: 'a bid without an answer',
    bids: [],
    act: (deps, auction) => {
      const simulated = makeFaultySimulated(deps, {
        deadlineMs: 10_000,
        weather: (operation) => (operation === 'hold' ? 'answer_lost' : null),
      });
      return bid({ ...deps, gateways: { ...deps.gateways, simulated: simulated } }, auction, 5_000, 'visa');
    },
  },
  {
    name: 'a bid that is forgotten',
    bids: [],
    act: forgetBid,
  },
  {
    name: 'a bid that an event completes',
    bids: [],
    act: async (deps, auction) => {
      await forgetBid(deps, auction);
      await hearOfPayments(deps, auction);
    },
    repeat: hearOfPayments,
  },
  {
    name: 'a hold that is cancelled at the provider',
    bids: [
      [5_000, 'visa'],
      [9_000, 'visa'],
    ],
    act: async (deps, auction) => {
      const { rows } = await deps.db.query<{ reference: string }>(
        `select provider_reference as reference from authorizations where value_in_cents = 9000`,
      );
      const { reference } = rows[0]!;
      await changeHold(deps.db, { reference, change: 'cancel' });
      await hearOfPayments(deps, auction);
    },
    repeat: hearOfPayments,
  },
  {
    name: 'a hold that appears after our books have closed it',
    bids: [],
    act: holdAfterTheBooksAreClosed,
    repeat: hearOfPayments,
  },
];

async function sell(deps: ProcessDeps, { auctionId }: StagedAuction): Promise<void> {
  await endAuction(deps.db, auctionId);
  await settleAuction(deps, auctionId);
}

async function refundSold(deps: ProcessDeps, auction: StagedAuction): Promise<void> {
  await sell(deps, auction);
  await refund(deps, auction);
}

/** The seller asks for a refund, and the provider is asked at once. */
async function refund(deps: ProcessDeps, { auctionId, sellerId }: StagedAuction): Promise<void> {
  const viewer = await aViewer(deps, sellerId, 'payments:refund');
  await requestRefund(deps, viewer, { auctionId, amountInCents: 1_200, reason: 'duplicate' });
  await askDueRefunds(deps);
}

async function aViewer({ db }: ProcessDeps, sellerId: string, scope: Scope): Promise<Viewer> {
  const { apiKeyId } = await insertKey(db.pool, null, { sellerId, mode: 'test', scopes: [scope], expiresAt: null });
  return { sellerId, mode: 'test', apiKeyId, scopes: new Set([scope]) };
}

async function endSoon(
  { db }: Pick<ProcessDeps, 'db'>,
  { auctionId }: Pick<StagedAuction, 'auctionId'>,
): Promise<void> {
  await db.query(endsSoon, [auctionId]);
}

/** The provider holds the money, and the process forgets the bid before it hears of that. */
async function forgetBid(deps: ProcessDeps, auction: StagedAuction): Promise<void> {
  const { simulated } = deps.gateways;
  const forgetful: typeof simulated = {
    ...simulated,
    hold: async (request) => {
      await simulated.hold(request);
      throw new Error('forgotten');
    },
  };
  const bidding = bid({ ...deps, gateways: { ...deps.gateways, simulated: forgetful } }, auction, 5_000, 'visa');
  await bidding.catch(() => undefined);
}

/** A request to hold money executes hours after its bid was given up, and its payment could not be found. */
async function holdAfterTheBooksAreClosed(deps: ProcessDeps, auction: StagedAuction): Promise<void> {
  const { simulated } = deps.gateways;
  let sent: HoldRequest | undefined;
  const blind: typeof simulated = {
    ...simulated,
    hold: async (request) => {
      sent = request;
      return { outcome: 'unknown', reason: 'the request is under way', reference: null };
    },
    open: async () => ({ outcome: 'unknown', reason: 'the provider does not answer', reference: null }),
    find: async () => ({ outcome: 'none', reference: null }),
  };
  const blindDeps = { ...deps, gateways: { ...deps.gateways, simulated: blind } };
  await bid(blindDeps, auction, 5_000, 'visa');
  await deps.db.query(
    `update authorizations set created_at = created_at - interval '3 hours', moved_at = moved_at - interval '3 hours', next_attempt_at = clock_timestamp() returning pg_sleep(0.001)`,
  );
  await finishAuthorizations(blindDeps);
  await simulated.hold(sent!);
  await hearOfPayments(deps, auction);
}

/** The provider sends every event of the auction's payments, each twice, and the latest first. */
async function hearOfPayments(deps: ProcessDeps, { auctionId }: StagedAuction): Promise<void> {
  for (const event of (await findSimulatedEvents(deps.db, auctionId)).toReversed()) {
    await followEvent(deps, 'simulated', event);
    await followEvent(deps, 'simulated', event);
  }
}

/** The capture is refused, and an earlier request for it executes before the hold is cancelled. */
async function settleWithLateCapture(deps: ProcessDeps, auctionId: string): Promise<void> {
  const { simulated } = deps.gateways;
  const late: typeof simulated = {
    ...simulated,
    capture: async () => refused('card_declined'),
    release: async (request) => {
      const { reference } = request;
      await simulated.capture({ reference, idempotencyKey: `late:${reference}` });
      return await simulated.release(request);
    },
  };
  await settleAuction({ ...deps, gateways: { ...deps.gateways, simulated: late } }, auctionId);
}

export async function bid(deps: ProcessDeps, { auctionId }: StagedAuction, valueInCents: number, card: string) {
  return await placeBid(deps, bidRequest(auctionId, { valueInCents, cardToken: `simulated_card_${card}` }));
}
