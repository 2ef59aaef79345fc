import { servePage } from '../../e2e/serve-page.ts';
import type { Answer } from '../../support/answer.ts';
import {
  type AuctionOptions,
  cancelled,
  ongoing,
  settling,
  sold,
  unsold,
  upcoming,
} from '../../support/insert-auction.ts';
import { startService } from '../../support/service.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { sendRaw } from './send-raw.ts';

/** A service with auctions and bids in every state, reached through a real socket. */
export interface FuzzHouse extends AsyncDisposable {
  /** Sends a request, with ids and keys in the places of their names; what it has changed is replaced. */
  send(request: FuzzedRequest): Promise<{ target: string; answer: Answer }>;
}

const states: Record<string, AuctionOptions> = {
  upcoming,
  ongoing,
  settling,
  capturing: { ...settling, captureRequestedAt: new Date('2026-01-01T00:00:00Z') },
  unsold,
  sold,
  cancelled,
};

export async function makeFuzzHouse(): Promise<FuzzHouse> {
  const made = new AsyncDisposableStack();
  const service = made.use(await startService());
  const { url } = made.use(await servePage(service.deps, { RATE_LIMIT_KEY: 'off', RATE_LIMIT_IP: 'off' }));
  const seller = await service.seller();
  const other = await service.seller();
  const { key: narrow } = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
  const revoked = await service.seller({ name: seller.name });
  await service.db.query('update api_keys set revoked_at = now() where api_key_id = $1', [revoked.apiKeyId]);

  const suspended = await service.seller();
  await service.db.query('update sellers set suspended_at = now() where seller_id = $1', [suspended.sellerId]);

  const names: Record<string, string> = {
    key: seller.key,
    narrow,
    other: other.key,
    revoked: revoked.key,
    suspended: suspended.key,
  };
  const replace = async (state: string) => {
    const auction = await service.auction(seller, states[state]);
    names[state] = auction.auctionId;
    if (['upcoming', 'unsold'].includes(state)) return;
    const { bidId } = await service.bid(auction, { bidderId: `${state}@example.com` });
    await service.bid(auction, { isWinningBid: state === 'sold' });
    names['bid'] = bidId;
  };
  for (const state of Object.keys(states)) await replace(state);
  names['foreign'] = (await service.auction(other, ongoing)).auctionId;

  const named = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name: string) => names[name] ?? all);
  return {
    async send(request) {
      const target = named(request.target);
      const headers = request.headers.map(([name, value]) => [name, named(value)] as const);
      const answer = await sendRaw(url, { ...request, target, headers });
      if (['PATCH', 'DELETE'].includes(request.method) && answer.status < 300) {
        for (const state of Object.keys(states).filter((state) => request.target.includes(`{${state}}`))) {
          await replace(state);
        }
      }
      return { target, answer };
    },
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}
