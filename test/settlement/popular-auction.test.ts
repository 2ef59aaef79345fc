import { beforeAll, expect, test } from 'vitest';
import { mayTurnOutCaptured } from '../../src/payments/holds/capture-conditions.ts';
import { nextToAsk, topAuthorization } from '../../src/auctions/bids/rank.ts';
import { ongoing } from '../support/insert-auction.ts';
import { insertManyBids, pagesRead } from '../support/popular-auction.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { db } = service;
const seller = await service.seller();
const auctions = await Promise.all(Array.from({ length: 300 }, () => service.auction(seller, ongoing)));
const [few, popular] = auctions.map(({ auctionId }) => auctionId) as [string, string];

const questions = {
  'which hold is captured next': topAuthorization('$1', 'clock_timestamp()'),
  'whether a renewal is awaited': `(select can_pay from (${nextToAsk('$1', 'clock_timestamp()')}) next)`,
  'whether a hold could be captured meanwhile': `exists (
    select from authorizations held where held.auction_id = $1 and ${mayTurnOutCaptured('held')} offset 0)`,
};

const pagesReadFor = (question: string, auctionId: string) =>
  pagesRead(service, { text: `select ${question}`, types: 'uuid', values: `'${auctionId}'` });

const usual = new Map<string, number>();
beforeAll(async () => {
  await insertManyBids(
    service,
    auctions.map(({ auctionId }) => auctionId),
    5,
  );
  await db.query('analyze');
  for (const question of Object.values(questions)) usual.set(question, await pagesReadFor(question, few));
  await insertManyBids(service, [popular], 10_000);
});

// PostgreSQL takes the auction for one of five bids, as long as its statistics are old.
test.each(Object.entries(questions))(
  'settlement finds as quickly for an auction with thousands of bids as for any: %s',
  async (_, question) => {
    expect(await pagesReadFor(question, popular)).toBeLessThan(usual.get(question)! + 60);
  },
);
