import { beforeEach, expect, test } from 'vitest';
import { reversePayment } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { serviceForFile } from '../support/service.ts';
import { brokenRules } from './broken-rules.ts';
import { changeHold } from '../providers/at-the-dashboard.ts';

const service = await serviceForFile();
let stage: AuctionStage;
let reference: string;
beforeEach(async () => {
  stage = await setAuctionStage({}, service);
  const bidId = await stage.bid(5_000);
  const { providerReference } = await service.db.prisma.authorization.findFirstOrThrow({ where: { bidId } });
  reference = providerReference!;
});

/** The books call the hold of the bid expired. */
async function callExpired(): Promise<void> {
  await service.db.query(
    `update authorizations set state = 'expired', closed_at = clock_timestamp(), next_attempt_at = null
     where provider_reference = $1`,
    [reference],
  );
}

async function bidsWithoutHold(): Promise<number> {
  const broken = await brokenRules(service.db);
  return broken.filter((rule) => rule.startsWith('before the end every bid') && rule.includes(stage.auction.auctionId))
    .length;
}

test.each(['cancel', 'lapse'] as const)(
  'a bid may stand without a hold that the provider ended by itself: %s',
  async (change) => {
    expect(await changeHold(service.db, { reference, change })).toBe(true);
    await callExpired();
    expect(await bidsWithoutHold()).toBe(0);
  },
);

test('a bid may not stand without a hold that is still held', async () => {
  await callExpired();
  expect(await bidsWithoutHold()).toBe(1);
});

test('a bid may not stand without a hold that the service itself has released', async () => {
  await service.deps.gateways.simulated.release({ reference, idempotencyKey: 'release:too-early' });
  await callExpired();
  expect(await bidsWithoutHold()).toBe(1);
});

test('a second capture of an auction breaks a rule until all of it is refunded', async () => {
  await stage.bid(9_000);
  await stage.end();
  const capturesKept = async () =>
    (await brokenRules(service.db)).filter(
      (rule) => rule.startsWith('at most one capture') && rule.includes(stage.auction.auctionId),
    ).length;
  expect(await changeHold(service.db, { reference, change: 'capture' })).toBe(true);
  expect(await capturesKept()).toBe(0);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD' });
  expect(await capturesKept()).toBe(1);
  await reversePayment(service.db, { reference, change: 'refund', amountInCents: 4_999 });
  expect(await capturesKept()).toBe(1);
  await reversePayment(service.db, { reference, change: 'refund', amountInCents: null });
  expect(await capturesKept()).toBe(0);
});
