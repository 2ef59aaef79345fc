import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { placeBid } from '../../src/bids/place-bid.ts';
import { readDueReversals } from '../../src/books/follow-event.ts';
import { readConfig } from '../../src/config.ts';
import { makeGateways } from '../../src/providers/providers.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { makeEvent } from '../providers/stripe-objects.ts';
import { type StripeStandIn, startStripeStandIn } from '../providers/stripe-stand-in.ts';
import { bidRequest } from '../support/bid-request.ts';
import { freshDatabase } from '../support/database.ts';
import { endAuction } from '../support/end-auction.ts';
import { type InsertedAuction, ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, type Service, startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';

const webhookSecret = 'whsec_test';

export interface LiveBid {
  readonly bidId: string;
  /** The PaymentIntent. */
  readonly reference: string;
}

/** A service whose live sellers are paid through the stand-in of Stripe. */
export interface LiveService extends AsyncDisposable {
  readonly standIn: StripeStandIn;
  readonly service: Service;
  /** A seller with an ongoing auction. */
  stage(): Promise<LiveStage>;
}

export interface LiveStage {
  readonly seller: Seller;
  readonly auction: InsertedAuction;
  /** @param person a browser and a `bidderId`; somebody new unless told */
  bid(valueInCents: number, person?: { browserId: string; bidderId: string }): Promise<LiveBid>;
  /** Sends a signed event to the service's door; returns the status of the answer. */
  send(type: string, object: object): Promise<number>;
  /** An event about one of Stripe's PaymentIntents. */
  tell(type: 'payment_intent.succeeded' | 'payment_intent.canceled', reference: string): Promise<number>;
  voidBid(bidId: string): Promise<void>;
  end(): Promise<void>;
  /** What a worker does every second, until nothing is left that has not to wait. */
  work(): Promise<void>;
  /** What has to wait for its next try need not wait any longer. */
  hurry(): Promise<void>;
  stateOf(bid: LiveBid): Promise<string>;
  /** By its seller's door: the phase, the outcome, the winning bid and the payment. */
  result(): Promise<{ phase: string; outcome: string | null; winner: string | null; payment: any }>;
  /** What operators are shown about the auction. */
  attention(): Promise<{ kind: string; bidId: string | null }[]>;
  closeCapture(bid: LiveBid): Promise<void>;
  /** The payments of the auction that Stripe has captured, in the order of bids. */
  captured(): string[];
}

export async function startLiveService(): Promise<LiveService> {
  const standIn = await startStripeStandIn();
  const database = await freshDatabase();
  const config = readConfig({
    ...withDatabase(database.url),
    PUBLIC_URL: publicUrl,
    RATE_LIMIT_KEY: 'off',
    RATE_LIMIT_IP: 'off',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: standIn.url,
  });
  const service = await startService({ config, gateways: makeGateways({ config, db: database.db }) }, database);
  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });

  const askAdmin = async (document: string) => {
    const { body } = await admin.graphql(document);
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    return body.data;
  };
  const because = 'reason: "A slip of the keyboard", confirm: true';

  const send = async (type: string, object: object): Promise<number> => {
    const body = JSON.stringify(makeEvent(type, object));
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
    const headers = { 'stripe-signature': signature, 'content-length': String(Buffer.byteLength(body)) };
    return (await service.request('/provider-events/stripe', { method: 'POST', headers, body })).status;
  };

  return {
    standIn,
    service,
    stage: async () => {
      const { deps, db } = service;
      const seller = await service.seller({ mode: 'live' });
      const auction = await service.auction(seller, ongoing);
      const { auctionId } = auction;
      return {
        seller,
        auction,
        send,
        bid: async (valueInCents, person = { browserId: randomUUID(), bidderId: `${randomUUID()}@example.com` }) => {
          const facts = { valueInCents, cardToken: standIn.token('visa'), ...person };
          const placed = await placeBid(deps, bidRequest(auctionId, facts));
          if (placed.outcome !== 'placed') throw new Error(`The bid was not placed: ${JSON.stringify(placed)}`);
          const { providerReference } = await db.prisma.authorization.findFirstOrThrow({
            where: { bidId: placed.bidId },
          });
          return { bidId: placed.bidId, reference: providerReference! };
        },
        tell: (type, reference) => send(type, standIn.intent(reference)),
        voidBid: async (bidId) => {
          await askAdmin(`mutation { voidBid(bidId: "${bidId}", ${because}) { state } }`);
        },
        end: () => endAuction(db, auctionId),
        work: async () => {
          for (let round = 0; round < 3; round += 1) {
            await finishAuthorizations(deps);
            await settleDueAuctions(deps);
            await readDueReversals(deps);
          }
        },
        hurry: async () => {
          await db.query(
            `update authorizations set next_attempt_at = clock_timestamp() - interval '1 ms'
             where next_attempt_at is not null and auction_id = $1`,
            [auctionId],
          );
        },
        stateOf: async ({ reference }) => {
          const { state } = await db.prisma.authorization.findFirstOrThrow({ where: { providerReference: reference } });
          return state;
        },
        result: async () => {
          const { body } = await seller.graphql(
            `{ auction(auctionId: "${auctionId}") { phase outcome winningBid { bidId }
                 payment { capturedInCents refundedInCents disputedInCents netInCents applicationFeeInCents } } }`,
          );
          const { winningBid, ...shown } = body.data.auction;
          return { ...shown, winner: winningBid?.bidId ?? null };
        },
        attention: async () => {
          const { settlementsNeedingAttention: all } = await askAdmin(
            '{ settlementsNeedingAttention(limit: 100) { kind bidId auctionId } }',
          );
          return all.filter((listed: { auctionId: string }) => listed.auctionId === auctionId);
        },
        closeCapture: async ({ reference }) => {
          const { authorizationId } = await db.prisma.authorization.findFirstOrThrow({
            where: { providerReference: reference },
          });
          await askAdmin(`mutation { closeCapture(authorizationId: "${authorizationId}", ${because}) { state } }`);
        },
        captured: () =>
          standIn
            .all()
            .filter(
              ({ object, effects }) => object.metadata['auction_id'] === auctionId && effects.includes('captured'),
            )
            .map(({ object }) => object.id),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await standIn[Symbol.asyncDispose]();
    },
  };
}
