import { expect, test } from 'vitest';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { serviceForFile } from '../support/service.ts';
import { soldAuction } from './sold-auction.ts';

const service = await serviceForFile();

const fields = `entries { at kind amountInCents providerReference bidId }
  balance { authorizedInCents capturedInCents releasedInCents expiredInCents failedInCents heldInCents refundedInCents disputedInCents keptInCents applicationFeeInCents }`;

async function ledgerOf({ seller, auction }: Pick<AuctionStage, 'seller' | 'auction'>) {
  const { body } = await seller.graphql(`query ($id: ID!) { auction(auctionId: $id) { ledger { ${fields} } } }`, {
    id: auction.auctionId,
  });
  expect(body.errors).toBeUndefined();
  return body.data.auction.ledger;
}

const short = (ledger: { entries: { kind: string; amountInCents: number }[] }) =>
  ledger.entries.map(({ kind, amountInCents }) => `${kind} ${amountInCents}`);

test('the ledger has every movement with its payment, and its sums balance at rest', async () => {
  const sold = await soldAuction(service);
  await sold.change('refund', 1_500);
  await sold.change('dispute');
  await sold.change('dispute_won');
  const ledger = await ledgerOf(sold);
  expect(short(ledger).sort()).toEqual([
    'AUTHORIZED 2000',
    'AUTHORIZED 5000',
    'CAPTURED 5000',
    'DISPUTED 5000',
    'DISPUTE_WON 5000',
    'REFUNDED 1500',
    'RELEASED 2000',
  ]);
  const { providerReference, bidId } = ledger.entries.find(({ kind }: { kind: string }) => kind === 'CAPTURED');
  expect(providerReference).toMatch(/^pay_/);
  expect(bidId).toBe(sold.winner);
  expect(ledger.entries.map(({ at }: { at: string }) => Date.parse(at))).toEqual(
    ledger.entries.map(({ at }: { at: string }) => Date.parse(at)).sort((a: number, b: number) => a - b),
  );
  expect(ledger.balance).toEqual({
    authorizedInCents: 7_000,
    capturedInCents: 5_000,
    releasedInCents: 2_000,
    expiredInCents: 0,
    failedInCents: 0,
    heldInCents: 0,
    refundedInCents: 1_500,
    disputedInCents: 0,
    keptInCents: 3_500,
    applicationFeeInCents: 0,
  });
});

test('while an auction runs its holds are held', async () => {
  const stage = await setAuctionStage({}, service);
  await stage.bid(5_000);
  await stage.bid(3_000);
  const { balance } = await ledgerOf(stage);
  expect(balance).toMatchObject({ authorizedInCents: 8_000, heldInCents: 8_000, releasedInCents: 0 });
});

test('a bid that was declined has no movement', async () => {
  const stage = await setAuctionStage({}, service);
  await stage.tryToBid(5_000, 'declined');
  expect((await ledgerOf(stage)).entries).toEqual([]);
});

test('sums that no Int holds are shown', async () => {
  const stage = await setAuctionStage({}, service);
  for (let bid = 0; bid < 22; bid += 1) await stage.bid(99_999_999);
  expect((await ledgerOf(stage)).balance.authorizedInCents).toBe(22 * 99_999_999);
});

test('operators see the ledger of any auction', async () => {
  const sold = await soldAuction(service);
  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
  const { body } = await admin.graphql(
    `query ($id: ID!) { adminAuctions(filter: { sellerId: $id }) { nodes { ledger { ${fields} } } } }`,
    { id: sold.seller.sellerId },
  );
  const [auction] = body.data.adminAuctions.nodes;
  expect(auction.ledger.balance.keptInCents).toBe(5_000);
  expect(short(auction.ledger).sort()).toEqual([
    'AUTHORIZED 2000',
    'AUTHORIZED 5000',
    'CAPTURED 5000',
    'RELEASED 2000',
  ]);
});

test('the ledger needs the right to read bids', async () => {
  const sold = await soldAuction(service);
  const reader = await service.seller({ name: sold.seller.name, scopes: ['auctions:read'] });
  const { body } = await reader.graphql(
    `query ($id: ID!) { auction(auctionId: $id) { ledger { balance { heldInCents } } } }`,
    { id: sold.auction.auctionId },
  );
  expect(body.errors).toMatchObject([{ extensions: { code: 'insufficient_scope' } }]);
});
