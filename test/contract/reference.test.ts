import { describe, expect, test } from 'vitest';
import { lockWaits } from '../support/lock-waits.ts';
import type { Answer } from '../support/answer.ts';
import { cancelled, ongoing, sold, upcoming } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { soundPeriod } from './periods.ts';

// A seller's own text on its auctions, by GraphQL. `/v1` neither takes nor shows it.

const service = await serviceForFile();
const seller = await service.seller();

async function create(fields: object, whose: Seller = seller): Promise<Answer> {
  return whose.graphql(
    `mutation ($biddingPeriod: BiddingPeriodInput!, $reference: String, $isReferenceUnique: Boolean) {
      createAuction(input: { title: "A desk", biddingPeriod: $biddingPeriod, reference: $reference, isReferenceUnique: $isReferenceUnique }) { auction {
        auctionId reference
      } errors { code fault message path } }
    }`,
    { biddingPeriod: soundPeriod(), isReferenceUnique: false, ...fields },
  );
}

async function update(auctionId: string, fields: object): Promise<Answer> {
  const named = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return seller.graphql(
    `mutation ($auctionId: ID!) { updateAuction(input: { auctionId: $auctionId, ${named.join(', ')} }) { auction { title reference } errors { code fault message path } } }`,
    { auctionId },
  );
}

const referenceOf = async (auctionId: string) =>
  (await seller.graphql(`{ auction(auctionId: "${auctionId}") { reference } }`)).body.data.auction.reference;
const codes = ({ body }: Answer) => body.errors?.map((error: any) => error.extensions.code);
const pointers = ({ body }: Answer) =>
  body.errors[0].extensions.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);

async function created(fields: object): Promise<string> {
  const { body } = await create(fields);
  expect(body.errors).toBeUndefined();
  return body.data.createAuction.auctionId;
}

describe('set, changed and removed', () => {
  test('an auction has the reference that it was created with, or none', async () => {
    expect((await create({ reference: 'Lot 7 — Ψ' })).body.data.createAuction.reference).toBe('Lot 7 — Ψ');
    for (const nothing of [{}, { reference: null }]) {
      expect((await create(nothing)).body.data.createAuction.reference).toBeNull();
    }
  });

  test.each([
    ['upcoming', upcoming],
    ['ongoing', ongoing],
  ])('%s: it is set, stays with a change of the title, and is removed by null', async (_, state) => {
    const { auctionId } = await service.auction(seller, state);
    expect((await update(auctionId, { reference: 'lot-7' })).body.data.updateAuction.reference).toBe('lot-7');
    expect((await update(auctionId, { title: 'Two desks' })).body.data.updateAuction).toEqual({
      title: 'Two desks',
      reference: 'lot-7',
    });
    expect((await update(auctionId, { reference: null })).body.data.updateAuction.reference).toBeNull();
    expect(await referenceOf(auctionId)).toBeNull();
  });

  test.each([
    ['1 character', 'x', null],
    ['200 characters', '𝄞'.repeat(200), null],
    ['none', '', 'too_short'],
    ['201 characters', 'x'.repeat(201), 'too_long'],
    ['white space', '  ', 'blank'],
    ['a line break', 'a\nb', 'control_character'],
  ])('a reference of %s', async (_, reference, code) => {
    const auctionId = await created({});
    const answers = [await create({ reference }), await update(auctionId, { reference })];
    for (const answer of answers) {
      if (code === null) expect(answer.body.errors).toBeUndefined();
      else expect(pointers(answer)).toContain(`/reference ${code}`);
    }
  });

  test('the audit log remembers it', async () => {
    const auctionId = await created({ reference: 'first' });
    await update(auctionId, { reference: 'second' });
    await update(auctionId, { reference: null });
    const { rows } = await service.db.query(
      `select before->>'reference' as before, after->>'reference' as after from audit_log where subject_id = $1 order by entry_id`,
      [auctionId],
    );
    expect(rows).toEqual([
      { before: null, after: 'first' },
      { before: 'first', after: 'second' },
      { before: 'second', after: null },
    ]);
  });
});

describe('a reference is shown to its seller', () => {
  test('not by /v1, which does not take it either', async () => {
    const auctionId = await created({ reference: 'lot-7' });
    expect((await seller.get(`/v1/auctions/${auctionId}`)).body.auction).not.toHaveProperty('reference');
    for (const fields of [{ reference: 'lot-7' }, { isReferenceUnique: true }]) {
      const refused = [
        await seller.patch(`/v1/auctions/${auctionId}`, fields),
        await seller.post('/v1/auctions', { title: 'A desk', biddingPeriod: soundPeriod(), ...fields }),
      ];
      for (const { status, body } of refused) {
        expect([status, body.errors[0].code]).toEqual([400, 'unknown_field']);
      }
    }
  });

  test('not on the page', async () => {
    const auctionId = await created({ reference: 'only-for-the-shop' });
    const page = await service.request(`/auctions/${auctionId}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('only-for-the-shop');
  });

  test('in the payloads of webhooks', async () => {
    await insertEndpoint(service.db, seller);
    const auctionId = await created({ reference: 'lot-7' });
    await seller.delete(`/v1/auctions/${auctionId}`);
    // The feed ends before the oldest transaction that is open anywhere.
    const latest = async () => (await seller.graphql('{ latestEvent { body } }')).body.data.latestEvent?.body ?? '{}';
    await expect
      .poll(async () => JSON.parse(await latest()).payload, { timeout: 10_000 })
      .toMatchObject({ auctionId, reference: 'lot-7' });
  });

  test('to admins', async () => {
    const auctionId = await created({ reference: 'lot-7' });
    const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
    const { body } = await admin.graphql(
      `{ adminAuctions(filter: { ids: ["${auctionId}"] }) { nodes { reference } } }`,
    );
    expect(body.data.adminAuctions.nodes).toEqual([{ reference: 'lot-7' }]);
  });
});

describe('unique where that is asked for', () => {
  test('without asking, auctions share a reference', async () => {
    await created({ reference: 'shared' });
    expect(codes(await create({ reference: 'shared' }))).toBeUndefined();
  });

  test.each([
    ['upcoming', upcoming],
    ['sold', sold],
    ['cancelled', cancelled],
  ])('refused where an auction of the seller has it: %s', async (state, options) => {
    const { auctionId } = await service.auction(seller, options);
    await service.db.query('update auctions set reference = $2 where auction_id = $1', [auctionId, `of-${state}`]);
    const unique = { reference: `of-${state}`, isReferenceUnique: true };
    expect(codes(await create(unique))).toEqual(['reference_exists']);
    const other = await created({});
    expect(codes(await update(other, unique))).toEqual(['reference_exists']);
    expect(await referenceOf(other)).toBeNull();
  });

  test("another seller's auction with the same reference is none of them, and neither is the auction itself", async () => {
    await create({ reference: 'of-another' }, await service.seller());
    const unique = { reference: 'of-another', isReferenceUnique: true };
    const auctionId = await created(unique);
    expect(codes(await update(auctionId, unique))).toBeUndefined();
  });

  test('one of ten creations at once with the same reference succeeds', async () => {
    const unique = { reference: 'at-once', isReferenceUnique: true };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(unique)));
    expect(answers.filter(({ body }) => body.errors === undefined)).toHaveLength(1);
    expect(answers.flatMap((answer) => codes(answer) ?? [])).toEqual(Array(9).fill('reference_exists'));
  });

  test('a creation waits for another one that is under way, and is refused', async () => {
    const holder = await service.db.pool.connect();
    try {
      // Each creation has inserted its auction, or waits for the one that has, before it needs its seller's row.
      await holder.query('begin');
      await holder.query('select from sellers where seller_id = $1 for update', [seller.sellerId]);
      const unique = { reference: 'under-way', isReferenceUnique: true };
      const creations = [create(unique), create(unique)];
      await expect.poll(() => lockWaits(service.db)).toBe(2);
      await holder.query('commit');
      const refused = (await Promise.all(creations)).flatMap((answer) => codes(answer) ?? []);
      expect(refused).toEqual(['reference_exists']);
    } finally {
      holder.release(true);
    }
  });

  test('one of ten changes at once to the same reference succeeds', async () => {
    const auctionIds = await Promise.all(Array.from({ length: 10 }, () => created({})));
    const unique = { reference: 'changed-at-once', isReferenceUnique: true };
    const answers = await Promise.all(auctionIds.map((auctionId) => update(auctionId, unique)));
    expect(answers.filter(({ body }) => body.errors === undefined)).toHaveLength(1);
  });

  test('a unique reference has to be given', async () => {
    for (const reference of [undefined, null]) {
      expect(pointers(await create({ reference, isReferenceUnique: true }))).toEqual(['/reference required']);
    }
    const auctionId = await created({ reference: 'lot-7' });
    expect(pointers(await update(auctionId, { isReferenceUnique: true }))).toEqual(['/reference required']);
  });
});
