import { randomUUID } from 'node:crypto';
import { placeBid } from '../../../src/auctions/bids/place-bid.ts';
import { sellerScopes } from '../../../src/core/viewer.ts';
import { settleDueAuctions } from '../../../src/settlement/settle-due-auctions.ts';
import { bidRequest } from '../../support/bid-request.ts';
import { cancelled, ongoing, settling as ended, upcoming } from '../../support/insert-auction.ts';
import type { Seller } from '../../support/seller.ts';
import type { Service } from '../../support/service.ts';
import type { Known } from './values.ts';

/** A seller with auctions in all states, the bids on them backed by real authorizations, and what can be asked of it. */
export interface FuzzedSeller {
  readonly seller: Seller;
  readonly known: Known;
}

/** @param stranger whose things are asked for as well, and are there for nobody else */
export async function setFuzzedSeller(service: Service, stranger: FuzzedSeller | null): Promise<FuzzedSeller> {
  const { deps, db } = service;
  const seller = await service.seller();

  async function auctionWith(options: object, bids: readonly (readonly [valueInCents: number, card: string])[]) {
    const auction = await service.auction(seller, { ...ongoing, ...options });
    const placed = [];
    for (const [index, [valueInCents, card]] of bids.entries()) {
      const bidderId = `${['ada', 'bob'][index % 2]}@example.com`;
      const facts = { bidderId, valueInCents, cardToken: `simulated_card_${card}` };
      const outcome = await placeBid(deps, bidRequest(auction.auctionId, facts));
      if (outcome.outcome !== 'placed') throw new Error(`The bid was not placed: ${JSON.stringify(outcome)}`);
      placed.push(outcome.bidId);
    }
    return { ...auction, placed };
  }

  const open = await auctionWith({}, [
    [500, 'visa'],
    [700, 'visa'],
    [700, 'mastercard'],
  ]);
  const sold = await auctionWith({}, [
    [900, 'capture_declined'],
    [800, 'visa'],
    [600, 'visa'],
  ]);
  const settling = await auctionWith({}, [[900, 'capture_5xx']]);
  await db.query(
    `update auctions set bidding_period_starts_at = bidding_period_starts_at - interval '2 hours',
       bidding_period_ends_at = clock_timestamp() where auction_id = any($1)`,
    [[sold.auctionId, settling.auctionId]],
  );
  await settleDueAuctions(deps);
  const others = [];
  for (const state of [upcoming, ended, cancelled]) others.push(await service.auction(seller, state));
  const webhooks = await webhooksOf(seller);

  const auctionId = [open, sold, settling, ...others].map((auction) => auction.auctionId);
  const bidId = [open, sold, settling].flatMap(({ placed }) => placed);
  const known: Record<string, readonly unknown[]> = {
    auctionId: [...auctionId, ...(stranger?.known['auctionId'] ?? []).slice(0, 1)],
    bidId: [...bidId, ...(stranger?.known['bidId'] ?? []).slice(0, 1)],
    afterBidId: bidId,
    subjectId: auctionId,
    // Nobody who asks is suspended, nor has its key revoked.
    sellerId: [stranger?.seller.sellerId ?? randomUUID()],
    apiKeyId: [stranger?.seller.apiKeyId ?? randomUUID()],
    bidderId: ['ada@example.com', 'bob@example.com'],
    first: [1, 2, 10, 100],
    last: [1, 2, 10, 100],
    limit: [1, 2, 10, 100],
    offset: [0, 1, 5],
    toTimestamp: [4_000_000_000],
    expiresTimestamp: [4_000_000_000],
    startTimestamp: [3_999_000_000, 4_000_000_000],
    endTimestamp: [4_000_003_600, 4_000_600_000],
    url: ['https://example.com/webhooks'],
    ...(await cursorsOf(seller)),
    ...webhooks,
  };
  return { seller, known };
}

/** Whoever else may ask: without this or that scope, without a key, and with a wrong one. */
export async function otherKeys(service: Service, { seller }: FuzzedSeller): Promise<(string | null)[]> {
  const { name } = seller;
  const partial = await Promise.all(
    sellerScopes.map((scope) => service.seller({ name, scopes: sellerScopes.filter((other) => other !== scope) })),
  );
  return [...partial.map(({ key }) => key), null, 'auc_test_unknown'];
}

async function cursorsOf(seller: Seller): Promise<Known> {
  const { body } = await seller.graphql(`{
    auctions { edges { cursor node { bids(orderBy: { field: VALUE, direction: DESC }) { edges { cursor } } } } }
    bids { edges { cursor } }
  }`);
  const { auctions, bids } = body.data;
  const connections = [auctions, bids, ...auctions.edges.map(({ node }: any) => node.bids)];
  const cursors = connections.flatMap(({ edges }) => edges.map(({ cursor }: any) => cursor));
  return { after: cursors, before: cursors };
}

async function webhooksOf(seller: Seller): Promise<Known> {
  const created = await seller.mutate(
    'createWebhookEndpoint',
    { url: 'https://example.com/webhooks', eventTypes: ['bid_placed'] },
    'webhookEndpoint { endpointId }',
  );
  const { endpointId } = created.body.data.createWebhookEndpoint.webhookEndpoint;
  const { body } = await seller.mutate('sendTestWebhook', { endpointId }, '__typename');
  if (body.errors !== undefined) throw new Error(JSON.stringify(body));
  const listed = await seller.graphql(
    `query ($endpointId: ID!) { webhookDeliveries(endpointId: $endpointId) { nodes { deliveryId } } }`,
    { endpointId },
  );
  const deliveryId = listed.body.data.webhookDeliveries.nodes.map((delivery: any) => delivery.deliveryId);
  return { endpointId: [endpointId], deliveryId };
}
