import {
  getNamedType,
  type GraphQLInputObjectType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/api/graphql/schema.ts';
import { soundPeriod } from '../contract/periods.ts';
import { upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';

// In the inputs of mutations null is absent, except where it removes something.

const service = await sharedService();
const seller = await service.seller({
  scopes: ['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'keys:write', 'payments:refund'],
});
const admin = await service.seller({ scopes: ['admin'] });

async function sent(by: Seller, name: string, input: object, selection: string) {
  const type = schema.getMutationType()!.getFields()[name]!.args[0]!.type;
  const document = `mutation ($input: ${String(type)}) { ${name}(input: $input) { ${selection} errors { code fault message path } } }`;
  const { body } = await by.graphql(document, { input });
  expect(body.errors, JSON.stringify(body.errors)).toBeUndefined();
  return body.data[name];
}

const rules = 'rules { softClose { windowSeconds } bidSteps { fromInCents } buyNowPriceInCents }';
const shown = `auction { auctionId title minimumBidValueInCents type reference presentation { description } ${rules} }`;

describe('null is absent', () => {
  test('in the input of a new auction, where defaults take its place', async () => {
    const nothing = { minimumBidValueInCents: null, type: null, reference: null, isReferenceUnique: null };
    const known = { title: 'A desk', biddingPeriod: soundPeriod() };
    for (const more of [
      { presentation: null, rules: null },
      {
        presentation: { description: null, afterWinning: null, pictures: null },
        rules: { softClose: null, bidSteps: null, buyNowPriceInCents: null },
      },
    ]) {
      const { auctionId: _, ...created } = await sent(
        seller,
        'createAuction',
        { ...known, ...nothing, ...more },
        shown,
      );
      expect(created).toEqual({
        title: 'A desk',
        minimumBidValueInCents: 0,
        type: 'asynchronous',
        reference: null,
        presentation: { description: null },
        rules: { softClose: null, bidSteps: [], buyNowPriceInCents: null },
      });
    }
  });

  test('in a change of an auction, which then keeps these fields', async () => {
    const { auctionId } = await service.auction(seller, { ...upcoming, title: 'A desk', minimumBidValueInCents: 700 });
    await sent(seller, 'updateAuction', { auctionId, reference: 'R-1' }, shown);
    const nothing = { title: null, minimumBidValueInCents: null, biddingPeriod: null, type: null };
    const more = { isReferenceUnique: null, ifUnchangedSince: null };
    const { title, minimumBidValueInCents, reference } = await sent(
      seller,
      'updateAuction',
      { auctionId, ...nothing, ...more },
      shown,
    );
    expect([title, minimumBidValueInCents, reference]).toEqual(['A desk', 700, 'R-1']);
    const removed = await sent(seller, 'updateAuction', { auctionId, reference: null }, shown);
    expect(removed.reference).toBeNull();
  });

  test('inside a rule, whose own null removes it', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    const change = (softClose: object | null | undefined) =>
      sent(seller, 'updateAuctionRules', { auctionId, rules: { softClose } }, shown);
    expect((await change({ windowSeconds: null, maximumSeconds: null })).rules.softClose).toEqual({
      windowSeconds: 120,
    });
    expect((await change(null)).rules.softClose).toBeNull();
  });

  test('in the presentation of an auction, except for its texts', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    const change = (input: object) => sent(seller, 'updateAuctionPresentation', { auctionId, ...input }, shown);
    expect((await change({ description: 'Oak', pictures: null })).presentation.description).toBe('Oak');
    expect((await change({ afterWinning: null })).presentation.description).toBe('Oak');
    expect((await change({ description: null })).presentation.description).toBeNull();
  });

  test('in the input of an endpoint, except for its description', async () => {
    const endpoint = 'webhookEndpoint { endpointId url description isEnabled }';
    const known = { url: 'https://example.com/hooks', eventTypes: ['auction_created'] };
    const made = await sent(seller, 'createWebhookEndpoint', { ...known, description: null }, endpoint);
    const { endpointId } = made.webhookEndpoint ?? made;
    const change = (input: object) => sent(seller, 'updateWebhookEndpoint', { endpointId, ...input }, endpoint);
    const kept = { endpointId, url: known.url, description: 'Mine', isEnabled: true };
    expect(await change({ description: 'Mine', url: null, eventTypes: null, isEnabled: null })).toEqual(kept);
    expect(await change({ description: null })).toEqual({ ...kept, description: null });
  });

  test('in the input of a profile, where it removes what it names', async () => {
    const change = (input: object) =>
      sent(seller, 'updateSellerProfile', input, 'sellerProfile { displayName askWinnerFor }');
    expect(await change({ displayName: 'Oak & Sons', askWinnerFor: 'CONTACT' })).toMatchObject({
      displayName: 'Oak & Sons',
    });
    expect(await change({ displayName: null, askWinnerFor: null })).toEqual({
      displayName: null,
      askWinnerFor: 'NONE',
    });
  });
});

/** The inputs of mutations that have optional fields. An input of which exactly one field is given allows no null. */
const inputs = Object.values(schema.getMutationType()!.getFields()).flatMap(({ name, args }) => {
  const type = args[0] && getNamedType(args[0].type);
  if (!isInputObjectType(type) || type.isOneOf) return [];
  return Object.values(type.getFields()).some((field) => !isNonNullType(field.type)) ? [[name, type] as const] : [];
});

/** A value for each required field, and null for all others. */
function withNulls(type: GraphQLInputObjectType): object {
  const values: Readonly<Record<string, unknown>> = {
    ID: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11',
    UUID: '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11',
    String: 'somebody',
    Boolean: true,
    Int: 100,
    UnixTimestamp: 4_102_444_800,
  };
  const fields = Object.values(type.getFields()).map((field) => {
    if (!isNonNullType(field.type)) return [field.name, null];
    const named = getNamedType(field.type);
    const first = isEnumType(named) ? named.getValues()[0]!.name : values[named.name];
    const value = isInputObjectType(named) ? withNulls(named) : first;
    return [field.name, isListType(field.type.ofType) ? [value] : value];
  });
  return Object.fromEntries(fields) as object;
}

test.each(inputs)('%s refuses no null', async (name, type) => {
  const mutation = schema.getMutationType()!.getFields()[name]!;
  const document = `mutation ($input: ${type.name}!) { ${name}(input: $input) { errors { code fault } } }`;
  const answers = [];
  for (const by of [seller, admin]) answers.push((await by.graphql(document, { input: withNulls(type) })).text);
  expect(mutation.args).toHaveLength(1);
  expect(answers.join(' ')).not.toMatch(/null_not_allowed|NULL_NOT_ALLOWED|"required"|got invalid value/);
});
