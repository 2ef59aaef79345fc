import { randomUUID } from 'node:crypto';
import type { RefusalCode } from '../../../src/core/refusal.ts';
import { examplesBy } from '../../../src/api/docs/openapi/examples.ts';
import type { Route } from '../../../src/api/v1/route-table.ts';
import { soundPeriod } from '../../contract/periods.ts';
import { makeLimitedApp, within } from '../../limits/limited-app.ts';
import type { Answer } from '../../support/answer.ts';
import { type AuctionOptions, ongoing, settling, sold } from '../../support/insert-auction.ts';
import { insertCapturedOutside } from '../../support/insert-captured-outside.ts';
import { onPool } from '../../support/on-pool.ts';
import type { Seller } from '../../support/seller.ts';
import { type Service, startService } from '../../support/service.ts';
import { jsonBody, soundRequests, withHeaders } from './sound-requests.ts';

export interface Provocations extends AsyncDisposable {
  /** The answer to a request of the route that has to be refused with the code. */
  refusal(code: RefusalCode, route: Route): Promise<Answer>;
}

export async function makeProvocations(service: Service, seller: Seller): Promise<Provocations> {
  const soundRequest = soundRequests(service, seller);
  const authorization = `Bearer ${seller.key}`;
  const broken = await startService(failing(service, new Error('a bug')));
  const cutOff = await startService(failing(service, Object.assign(new Error('no route'), { code: 'ECONNREFUSED' })));

  async function onAuction(route: Route, options: AuctionOptions, changes?: object): Promise<Answer> {
    const { path, init } = await soundRequest(route, options, changes);
    return seller.request(path, init);
  }

  async function withOthers(route: Route, more: Record<string, string>, asked = service): Promise<Answer> {
    const { path, init } = await soundRequest(route);
    return asked.request(path, withHeaders(init, { authorization, ...more }));
  }

  async function onUnknown(route: Route): Promise<Answer> {
    const { path, init } = await soundRequest(route);
    return seller.request(path.replace(/[^/]+$/, randomUUID()), init);
  }

  const provocations: Partial<Record<RefusalCode, (route: Route) => Promise<Answer>>> = {
    invalid_request: async (route) => {
      const { path, init } = await soundRequest(route);
      const { query, body } = examplesBy('')[route.operation]!.faulty;
      return seller.request(`${path}?${query}`, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) });
    },
    missing_api_key: (route) => withOthers(route, { authorization: '' }),
    invalid_api_key: (route) => withOthers(route, { authorization: 'Bearer auc_test_unknown' }),
    insufficient_scope: async (route) => {
      const { path, init } = await soundRequest(route);
      const other = await service.seller({ name: seller.name, scopes: ['webhooks:write'] });
      return other.request(path, init);
    },
    seller_suspended: async (route) => {
      const { path, init } = await soundRequest(route);
      const suspended = await service.seller();
      await service.db.query('update sellers set suspended_at = clock_timestamp() where seller_id = $1', [
        suspended.sellerId,
      ]);
      return suspended.request(path, init);
    },
    payments_unavailable: async (route) => {
      const { path, init } = await soundRequest(route);
      return (await service.seller({ mode: 'live' })).request(path, init);
    },
    auction_not_found: onUnknown,
    bid_not_found: onUnknown,
    auction_completed: (route) => onAuction(route, sold),
    auction_settling: async (route) => {
      const { path, init } = await soundRequest(route, settling);
      const auctionId = path.split('/').at(-1)!;
      await insertCapturedOutside(service.db, { auctionId, sellerId: seller.sellerId });
      return seller.request(path, init);
    },
    precondition_failed: (route) => withOthers(route, { 'if-match': '"another"' }),
    field_locked: (route) => onAuction(route, ongoing, { biddingPeriod: soundPeriod(), type: 'repeated' }),
    idempotency_key_in_use: async (route) => {
      const { path, init } = await soundRequest(route);
      const keyed = withHeaders(init, { 'idempotency-key': randomUUID() });
      const holder = await service.db.pool.connect();
      await holder.query('begin');
      await holder.query('lock table auctions in access exclusive mode');
      // One of them takes the key and has to wait for the table; the other is answered at once.
      const both = [seller.request(path, keyed), seller.request(path, keyed)];
      const first = await Promise.race(both);
      await holder.query('rollback');
      holder.release();
      await Promise.all(both);
      return first;
    },
    idempotency_key_reused: async (route) => {
      const key = { 'idempotency-key': randomUUID() };
      const [first, other] = [await soundRequest(route), await soundRequest(route)];
      await seller.request(first.path, withHeaders(first.init, key));
      const body = route.method === 'POST' && { body: JSON.stringify({ title: 'Another' }) };
      return seller.request(other.path, withHeaders({ ...other.init, ...body }, key));
    },
    payload_too_large: async (route) => {
      const { path, init } = await soundRequest(route);
      return seller.request(path, { ...init, ...jsonBody(`{"title":"${'x'.repeat(70_000)}"}`) });
    },
    unsupported_media_type: (route) => withOthers(route, { 'content-type': 'text/plain' }),
    rate_limited: async (route) => {
      const { path, init } = await soundRequest(route);
      await using app = makeLimitedApp(service, { key: within(1), ip: null });
      const impatient = await app.seller();
      await impatient.get('/v1/auctions');
      return await impatient.request(path, init);
    },
    internal_error: (route) => withOthers(route, {}, broken),
    unavailable: (route) => withOthers(route, {}, cutOff),
  };

  return {
    async refusal(code, route) {
      const provocation = provocations[code];
      if (provocation === undefined) throw new Error(`Nobody knows how ${code} comes about: is it documented in vain?`);
      return provocation(route);
    },
    async [Symbol.asyncDispose]() {
      await broken[Symbol.asyncDispose]();
      await cutOff[Symbol.asyncDispose]();
    },
  };
}

/** A database to which every statement fails. */
function failing({ db }: Service, error: Error): { db: Service['db'] } {
  const fail = async (): Promise<never> => {
    throw error;
  };
  return { db: onPool(db, { query: fail, connect: fail } as never) };
}
