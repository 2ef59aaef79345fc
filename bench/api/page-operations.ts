import { randomUUID } from 'node:crypto';
import { type ApiOperation, each, type Material, newAuctions, type WireRequest } from './operation.ts';

/** Each bidder is at home: the page limits what comes from one address. */
function atHome(index: number, headers: Readonly<Record<string, string>>) {
  return { 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, ...headers };
}

const auctionsBidOn = 50;

async function ongoingAuctions(material: Material) {
  const auctions = await newAuctions({ ...material, count: Math.min(auctionsBidOn, material.count) });
  await material.db.query(
    `update auctions set status = 'ongoing', bidding_period_starts_at = clock_timestamp() - interval '1 hour'
     where auction_id = any($1::uuid[])`,
    [auctions.map(({ auctionId }) => auctionId)],
  );
  return auctions;
}

/** A bid of a new bidder for each request, by the form of the page. */
async function askForBids(material: Material): Promise<WireRequest[]> {
  const auctions = await ongoingAuctions(material);
  return Array.from({ length: material.count }, (_, index) => {
    const dollars = 10 + (index % 400);
    return {
      method: 'POST',
      path: `/auctions/${auctions[index % auctions.length]!.auctionId}/bids`,
      headers: atHome(index, {
        origin: 'http://localhost:4000',
        cookie: `browser=${randomUUID()}`,
        'content-type': 'application/x-www-form-urlencoded',
      }),
      body: new URLSearchParams({
        token: randomUUID(),
        amount: String(dollars),
        email: `${randomUUID()}@example.com`,
        cardNumber: '4242 4242 4242 4242',
        cardExpiry: '12/40',
        cardCvc: '123',
        confirmed: `${dollars * 100} high backup`,
      }).toString(),
    };
  });
}

/** The requests of bidders. */
export const pageOperations: readonly ApiOperation[] = [
  {
    name: 'auction page',
    asks: {
      ours: (material) =>
        each(material, ({ auctionId }, index) => ({
          method: 'GET',
          path: `/auctions/${auctionId}`,
          headers: atHome(index, { 'accept-encoding': 'gzip' }),
        })),
    },
    status: 200,
    isRepeatable: false,
    perRound: 1_500,
    maxStatements: 1,
  },
  {
    name: 'place a bid',
    asks: { ours: askForBids, 'fastify-pg': askForBids },
    status: 303,
    isRepeatable: false,
    countWritten: 'select count(*)::int as count from bids join auctions using (auction_id) where created_at >= $1',
    perRound: 500,
    goals: { 'fastify-pg': 1.6 },
  },
];
