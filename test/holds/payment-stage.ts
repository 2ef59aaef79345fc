import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { insertBid } from '../support/insert-bid.ts';
import { insertIntent } from '../support/insert-intent.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { attachBid } from '../../src/payments/holds/move-authorization.ts';
import { type Authorization, authorizationColumns } from '../../src/payments/holds/authorization.ts';
import { findAuthorization } from '../../src/payments/holds/find-authorization.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import type { HoldResult } from '../../src/payments/holds/apply-observation.ts';
import type { PaymentDeps } from '../../src/payments/providers/gateways.ts';
import { recordHold, requestHold } from '../../src/payments/holds/request-hold.ts';
import { readKeepsCard } from '../../src/payments/holds/kept-card.ts';
import { type Weather, makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { noGateways } from '../support/no-gateways.ts';

/** An auction, the simulated provider, and bidders with cards: as much of the service as payments need. */
export interface PaymentStage extends AsyncDisposable {
  readonly deps: PaymentDeps & { readonly db: FreshDatabase['db'] };
  readonly auctionId: string;
  setWeather(weather: Weather): void;
  anotherAuction(): Promise<string>;
  intend(facts?: { auctionId?: string; valueInCents?: number; submissionToken?: string }): Promise<Authorization>;
  /** Asks the card of this name; the authorization as it is afterwards. */
  ask(intent: Authorization, card?: string): Promise<{ answer: HoldResult; authorization: Authorization }>;
  hold(card?: string): Promise<Authorization>;
  /** A bid with money behind it. */
  bid(card?: string, facts?: { auctionId?: string; valueInCents?: number }): Promise<Authorization>;
  backBid(authorization: Authorization): Promise<Authorization>;
  find(authorizationId: string): Promise<Authorization>;
  /** The one authorization that backs a bid: held, being captured, or captured. `null`: the bid is backed no longer. */
  findBacking(bidId: string): Promise<Authorization | null>;
  /** Lets time pass for everything unfinished. */
  age(seconds: number): Promise<void>;
  lapse(authorization: Authorization): Promise<void>;
}

/** @param stripe holds the money instead of the simulated provider */
export async function setPaymentStage(stripe: Gateway | null = null): Promise<PaymentStage> {
  const database = await freshDatabase();
  const { db } = database;
  const seller = await db.prisma.seller.create({ data: { name: 'A seller', mode: 'test' } });
  let weather: Weather = () => null;
  const simulated = makeFaultySimulated({ db }, { deadlineMs: 5_000, weather: (operation) => weather(operation) });
  const deps = { db, gateways: { ...noGateways, simulated, stripe }, log: pino({ level: 'silent' }) };

  const anotherAuction = async () => (await insertAuction(db, seller, ongoing)).auctionId;
  const auctionId = await anotherAuction();

  const find: PaymentStage['find'] = async (authorizationId) => {
    const found = await findAuthorization(db.pool, authorizationId);
    if (found === null) throw new Error(`There is no authorization ${authorizationId}.`);
    return found;
  };
  const intend: PaymentStage['intend'] = async (facts = {}) => {
    const bidder = {
      bidderId: 'ann@example.com',
      email: 'ann@example.com',
      browserId: null,
      provider: stripe === null ? 'simulated' : 'stripe',
    } as const;
    const intent = {
      auctionId,
      sellerId: seller.sellerId,
      valueInCents: 5_000,
      submissionToken: randomUUID(),
      ...bidder,
      ...facts,
    };
    return await insertIntent(db, intent);
  };
  const ask: PaymentStage['ask'] = async (intent, card = 'visa') => {
    const held = await requestHold(deps, intent, {
      cardToken: stripe === null ? `simulated_card_${card}` : `ctoken_${card}_1`,
      returnUrl: 'http://localhost/',
      keepsCard: await readKeepsCard(db, intent.auctionId),
    });
    const answer = await recordHold(deps, intent, held);
    return { answer, authorization: await find(intent.authorizationId) };
  };
  const hold: PaymentStage['hold'] = async (card) => (await ask(await intend(), card)).authorization;
  const backBid: PaymentStage['backBid'] = async (authorization) => {
    const { bidId } = await insertBid(db, authorization, { bidValueInCents: authorization.valueInCents });
    const isAttached = await db.transaction((tx) => attachBid(tx, authorization.authorizationId, bidId));
    if (!isAttached) throw new Error(`Authorization ${authorization.authorizationId} cannot back a bid.`);
    return await find(authorization.authorizationId);
  };

  return {
    deps,
    auctionId,
    setWeather: (next) => void (weather = next),
    anotherAuction,
    intend,
    ask,
    hold,
    backBid,
    bid: async (card, facts) => await backBid((await ask(await intend(facts), card)).authorization),
    find,
    findBacking: async (bidId) => {
      const { rows } = await db.query<Authorization>(
        `select ${authorizationColumns} from authorizations
         where bid_id = $1 and state in ('authorized', 'capturing', 'captured')`,
        [bidId],
      );
      return rows[0] ?? null;
    },
    age: async (seconds) => {
      await db.query(
        `update authorizations set created_at = created_at - make_interval(secs => $1), moved_at = moved_at - make_interval(secs => $1),
           next_attempt_at = next_attempt_at - make_interval(secs => $1) where closed_at is null`,
        [seconds],
      );
    },
    lapse: async ({ providerReference }) => {
      await db.query(
        `update simulated_payments set capture_before = date_trunc('milliseconds', clock_timestamp()) where reference = $1`,
        [providerReference],
      );
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
