import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { soundPeriod } from '../contract/periods.ts';

const service = await serviceForFile();
let seller: Seller;
let auctionId: string;
beforeEach(async () => {
  seller = await service.seller();
  ({ auctionId } = await service.auction(seller, upcoming));
});

async function updatedAt(): Promise<string> {
  const { body } = await seller.graphql('query ($id: ID!) { auction(auctionId: $id) { updatedAt } }', {
    id: auctionId,
  });
  return body.data.auction.updatedAt;
}

type Send = (ifUnchangedSince: string | null | undefined) => Promise<Answer>;

const changing =
  (name: string, type: string, fields: object): Send =>
  (ifUnchangedSince) =>
    seller.graphql(
      `mutation ($input: ${type}!) { ${name}(input: $input) { auction { updatedAt } errors { code message } } }`,
      { input: { auctionId, ...fields, ...(ifUnchangedSince !== undefined && { ifUnchangedSince }) } },
    );

const rename = (title = 'Changed') => changing('updateAuction', 'UpdateAuctionInput', { title });
const cancel = changing('cancelAuction', 'CancelAuctionInput', {});
const price = (buyNowPriceInCents: number) =>
  changing('updateAuctionRules', 'UpdateAuctionRulesInput', { rules: { buyNowPriceInCents } });

const codes = ({ body }: Answer) => (body.errors ?? []).map((error: any) => error.extensions.code);
const shown = ({ body }: Answer, name: string) => {
  const result = body.data[name];
  return result.updatedAt ?? result.auction.updatedAt;
};

describe.each([
  ['updateAuction', rename()],
  ['updateAuctionRules', price(9_000)],
  ['cancelAuction', cancel],
] as const)('%s with ifUnchangedSince', (name, send) => {
  test('changes an auction that nobody has changed since, and answers with the new instant', async () => {
    const before = await updatedAt();
    const answer = await send(before);
    expect(codes(answer)).toEqual([]);
    expect(shown(answer, name)).toBe(await updatedAt());
    expect(Date.parse(await updatedAt())).toBeGreaterThan(Date.parse(before));
  });

  test.each([undefined, null])('compares nothing without an instant: %s', async (instant) => {
    await rename('Between')(undefined);
    expect(codes(await send(instant))).toEqual([]);
  });

  test('is refused once another change has come before it, and changes nothing', async () => {
    const before = await updatedAt();
    await price(5_000)(undefined);
    const between = await updatedAt();
    expect(codes(await send(before))).toEqual(['precondition_failed']);
    expect(await updatedAt()).toBe(between);
    expect(codes(await send(between))).toEqual([]);
  });

  test('is refused by what another transaction commits while it waits for the row', async () => {
    const before = await updatedAt();
    const { waiting } = await service.db.transaction(async (tx) => {
      await tx.query(`update auctions set title = 'Between' where auction_id = $1`, [auctionId]);
      const sent = send(before);
      await expect.poll(() => lockWaits(service.db)).toBe(1);
      return { waiting: sent };
    });
    expect(codes(await waiting)).toEqual(['precondition_failed']);
  });

  test('takes any offset', async () => {
    const before = await updatedAt();
    expect(codes(await send(before.replace('+00:00', 'Z')))).toEqual([]);
  });

  test.each(['2026-11-21', '2026-11-21T05:11:38', 'yesterday', ''])('takes no text such as %j', async (text) => {
    const answer = await send(text);
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.body.data?.[name] ?? null).toBeNull();
  });
});

test('one of ten changes with the same instant succeeds', async () => {
  const before = await updatedAt();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => rename(`Changed ${at}`)(before)));
  expect(answers.filter((answer) => codes(answer).length === 0)).toHaveLength(1);
});

test('an auction was last changed when it was created', async () => {
  const { body } = await seller.graphql(
    `mutation ($biddingPeriod: BiddingPeriodInput!) {
      createAuction(input: { title: "A desk", biddingPeriod: $biddingPeriod }) { auction { auctionId createdAt updatedAt } errors { code } }
    }`,
    { biddingPeriod: soundPeriod() },
  );
  const { createdAt, updatedAt: at, ...created } = body.data.createAuction;
  ({ auctionId } = created);
  expect([at, await updatedAt()]).toEqual([createdAt, createdAt]);
});

test('a change that changes nothing, a bid and the start leave the instant', async () => {
  const before = await updatedAt();
  const { body } = await seller.get(`/v1/auctions/${auctionId}`);
  expect(shown(await rename(body.auction.title)(before), 'updateAuction')).toBe(before);
  await service.db.query(`update auctions set status = 'ongoing' where auction_id = $1`, [auctionId]);
  expect(await updatedAt()).toBe(before);
  const auction = await service.auction(seller, ongoing);
  ({ auctionId } = auction);
  const open = await updatedAt();
  await service.bid(auction);
  expect(await updatedAt()).toBe(open);
});

test('changes in one millisecond have different instants, by a clock that a test seller has advanced', async () => {
  const { body } = await seller.graphql(
    'mutation ($to: UnixTimestamp!) { advanceTestClock(input: { toTimestamp: $to }) { clock { now } errors { code } } }',
    { to: Math.floor(Date.now() / 1_000) + 600 },
  );
  expect(body.errors).toBeUndefined();
  const instants: string[] = [];
  await service.db.transaction(async (tx) => {
    for (let count = 0; count < 5; count += 1) {
      const { rows } = await tx.query<{ at: Date }>(
        'update auctions set title = $2 where auction_id = $1 returning updated_at as at',
        [auctionId, `Change ${count}`],
      );
      instants.push(rows[0]!.at.toISOString());
    }
  });
  expect(new Set(instants).size).toBe(5);
  expect(instants).toEqual(instants.toSorted());
  expect(Date.parse(instants[0]!) - Date.now()).toBeGreaterThan(500_000);
});
