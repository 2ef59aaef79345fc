import Stripe from 'stripe';
import type { BidRequest } from '../../src/auctions/bids/begin-bid.ts';
import type { PlacedBid } from '../../src/auctions/bids/record-bid.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { readDueReversals } from '../../src/settlement/reversals/read-reversals.ts';
import { type Config, readConfig } from '../../src/platform/config.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { bidRequest } from '../support/bid-request.ts';
import { freshDatabase } from '../support/database.ts';
import { endAuction } from '../support/end-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, type Service, startService } from '../support/service.ts';
import { withDatabase, withStripe } from '../support/settings.ts';
import { makeEvent } from './stripe-objects.ts';
import { type StandInCard, startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts';

/** A bid, and the PaymentIntent of its hold. */
export interface HeldBid {
  readonly bidId: string;
  readonly authorizationId: string;
  readonly intentId: string;
}

/** One ongoing auction of a live seller, whose bids are held at a stand-in of Stripe. */
export interface StripeStage extends AsyncDisposable {
  readonly standIn: StripeStandIn;
  readonly service: Service;
  readonly seller: Seller;
  readonly admin: Seller;
  readonly auctionId: string;
  tryToBid(valueInCents: number, card?: StandInCard, person?: Partial<BidRequest>): Promise<PlacedBid>;
  /** @param person somebody new unless told */
  bid(valueInCents: number, card?: StandInCard, person?: Partial<BidRequest>): Promise<HeldBid>;
  end(): Promise<void>;
  /** What a worker does every second. */
  work(): Promise<void>;
  /** What has to wait for its next try need not wait any longer. */
  hurry(): Promise<void>;
  cancel(): ReturnType<Seller['delete']>;
  /** Uses a lever of an operator on a payment. */
  pull(lever: string, authorizationId: string): ReturnType<Seller['graphql']>;
  voidBid(bidId: string): ReturnType<Seller['graphql']>;
  /** Sends an event, as Stripe does, signed. */
  send(event: object): Promise<number>;
  /** Sends an event of this type about an object of Stripe. */
  tell(type: string, object: object): Promise<number>;
  /** Somebody has captured a hold at the dashboard, and Stripe says so. */
  tellCaptured(intentId: string): Promise<number>;
  /** The states of the money in our books, the highest bid first. */
  states(): Promise<string[]>;
  stateOf(bid: HeldBid): Promise<string>;
  winners(): Promise<string[]>;
  /** By its seller's door: the phase, the outcome, the winning bid and the payment. */
  result(): Promise<{ phase: string; outcome: string | null; winner: string | null; payment: any }>;
  /** The PaymentIntents of the auction that Stripe has captured, in the order of bids. */
  captured(): string[];
  attention(): Promise<{ kind: string; why: string; failureCode: string | null; authorizationId: string | null }[]>;
}

/**
 * @param env settings that differ
 * @param facts.cancelWaitMs how long a cancellation waits for a capture
 */
export async function setStripeStage(
  env: Record<string, string> = {},
  facts: Partial<Pick<Config, 'cancelWaitMs'>> = {},
): Promise<StripeStage> {
  const standIn = await startStripeStandIn();
  const database = await freshDatabase();
  const { db, url } = database;
  const stripe = withStripe(standIn.url);
  const settings = { ...withDatabase(url), PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent', ...stripe, ...env };
  const config = { ...readConfig(settings), ...facts };
  const service = await startService({ config, gateways: makeGateways({ config, db }) }, database);
  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
  return await nextStripeStage({ standIn, service, admin });
}

/** Begins an auction of another seller on a stage's service, which stays when this one goes. */
export async function nextStripeStage({
  standIn,
  service,
  admin,
}: Pick<StripeStage, 'standIn' | 'service' | 'admin'>): Promise<StripeStage> {
  const { deps, db } = service;
  const { STRIPE_WEBHOOK_SECRET: secret } = withStripe(standIn.url);
  const seller = await service.seller({ mode: 'live' });
  const { auctionId } = await service.auction(seller, ongoing);

  const tryToBid: StripeStage['tryToBid'] = (valueInCents, card = 'visa', person = {}) =>
    placeBid(deps, bidRequest(auctionId, { valueInCents, cardToken: standIn.token(card), ...person }));

  const send = async (event: object) => {
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    const headers = { 'stripe-signature': signature, 'content-length': `${Buffer.byteLength(body)}` };
    return (await service.request('/provider-events/stripe', { method: 'POST', headers, body })).status;
  };

  return {
    standIn,
    service,
    seller,
    admin,
    auctionId,
    tryToBid,
    bid: async (valueInCents, card, person) => {
      const placed = await tryToBid(valueInCents, card, person);
      if (placed.outcome !== 'placed') throw new Error(`The bid was not placed: ${JSON.stringify(placed)}`);
      const { bidId } = placed;
      const { authorizationId, providerReference } = await db.prisma.authorization.findFirstOrThrow({
        where: { bidId },
      });
      return { bidId, authorizationId, intentId: providerReference! };
    },
    end: () => endAuction(db, auctionId),
    work: async () => {
      for (let round = 0; round < 2; round += 1) {
        await finishAuthorizations(deps);
        await settleDueAuctions(deps);
      }
      await finishAuthorizations(deps);
      await readDueReversals(deps);
    },
    hurry: async () => {
      await db.query(
        `update authorizations set next_attempt_at = clock_timestamp() where next_attempt_at is not null returning pg_sleep(0.001)`,
      );
    },
    cancel: () => seller.delete(`/v1/auctions/${auctionId}`),
    pull: (lever, authorizationId) =>
      admin.mutate(lever, { authorizationId, reason: 'A test', confirm: true }, 'operatorAction { state }'),
    voidBid: (bidId) => admin.mutate('voidBid', { bidId, reason: 'A test', confirm: true }, 'operatorAction { state }'),
    send,
    tell: (type, object) => send(makeEvent(type, object)),
    tellCaptured: (intentId) => send(makeEvent('payment_intent.succeeded', standIn.intent(intentId))),
    stateOf: async ({ authorizationId }) =>
      (await db.prisma.authorization.findFirstOrThrow({ where: { authorizationId } })).state,
    result: async () => {
      const { body } = await seller.graphql(
        `{ auction(auctionId: "${auctionId}") { phase outcome winningBid { bidId }
             payment { capturedInCents refundedInCents disputedInCents netInCents applicationFeeInCents } } }`,
      );
      const { winningBid, ...shown } = body.data.auction;
      return { ...shown, winner: winningBid?.bidId ?? null };
    },
    captured: () =>
      standIn
        .all()
        .filter(({ object, effects }) => object.metadata['auction_id'] === auctionId && effects.includes('captured'))
        .map(({ object }) => object.id),
    states: async () => {
      const { rows } = await db.query<{ state: string }>(
        'select state from authorizations where auction_id = $1 order by value_in_cents desc, created_at',
        [auctionId],
      );
      return rows.map(({ state }) => state);
    },
    winners: async () => {
      const { body } = await seller.get(`/v1/bids?auctionId=${auctionId}`);
      return body.bids
        .filter((bid: { isWinningBid: boolean }) => bid.isWinningBid)
        .map(({ bidId }: { bidId: string }) => bidId);
    },
    attention: async () => {
      const { body } = await admin.graphql(
        '{ settlementsNeedingAttention { nodes { kind why failureCode authorizationId } } }',
      );
      return body.data.settlementsNeedingAttention.nodes;
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await standIn[Symbol.asyncDispose]();
    },
  };
}
