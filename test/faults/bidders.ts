// A process of bidders, started with `fork`: an instance of the service with connections of its own, which places bids at
// one auction and tells what each was told.
import { randomInt } from 'node:crypto';
import { pino } from 'pino';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { PlacedBid } from '../../src/auctions/bids/record-bid.ts';
import { readConfig } from '../../src/platform/config.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { makeLive } from '../../src/platform/live/live.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { withSpoilingCards } from '../providers/spoiling-cards.ts';
import { bidRequest } from '../support/bid-request.ts';

export interface Bidding {
  readonly databaseUrl: string;
  readonly auctionId: string;
  /** So many bid at the same time, each over a connection of its own. */
  readonly connections: number;
  readonly bidsEach: number;
}

export interface Told {
  readonly valueInCents: number;
  readonly authorizationId: string | null;
  readonly placed: PlacedBid;
}

const { databaseUrl, auctionId, connections, bidsEach } = JSON.parse(process.argv[2]!) as Bidding;
const log = pino({ level: 'silent' });
await using db = await connectDatabase(databaseUrl, { connections });
await using live = makeLive({ db, log });
const made = makeGateways({ config: readConfig({}), db });
const gateways = { ...made, simulated: withSpoilingCards(made.simulated) };
const deps = { db, live, log, gateways };

await Promise.all(
  Array.from({ length: connections }, async () => {
    for (let bid = 0; bid < bidsEach; bid += 1) {
      const valueInCents = randomInt(1_000, 9_000);
      const cardToken = `simulated_card_${['visa', 'visa', 'visa', 'release_answer_lost', 'declined'][randomInt(5)]}`;
      const { authorizationId, ...placed } = await placeBid(deps, bidRequest(auctionId, { valueInCents, cardToken }));
      process.send!({ valueInCents, authorizationId, placed } satisfies Told);
    }
  }),
);
process.disconnect?.();
