import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { brokenRules } from './broken-rules.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';

let stage: AuctionStage;
let proxy: CuttingProxy;
let db: PooledDatabase;
let deps: ProcessDeps;
beforeEach(async () => {
  stage = await setAuctionStage({ status: 'upcoming' });
  await insertEndpoint(stage.service.db, stage.seller);
  proxy = await startCuttingProxy(stage.service.db.url);
  db = await connectDatabase(proxy.url);
  deps = { ...stage.service.deps, db, gateways: makeGateways({ config: stage.service.deps.config, db }) };
});
afterEach(async () => {
  await db[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const form = (valueInCents: number, card = 'visa') =>
  bidRequest(stage.auction.auctionId, {
    bidderId: 'ann@example.com',
    valueInCents,
    cardToken: `simulated_card_${card}`,
  });

/** What was lost on the way is looked for again, as the sweep does. */
async function work(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await stage.hurry();
    await finishAuthorizations(deps);
    await settleDueAuctions(deps);
  }
}

test.each(['intent', 'bid'] as const)(
  'a bid that is submitted again after the commit of its %s was cut is one bid with one hold',
  async (what) => {
    const submitted = form(5_000);
    proxy.cutAtStatement(what === 'intent' ? 'record-judged-intent' : 'write-bid');
    await expect(placeBid(deps, submitted)).rejects.toThrow('Connection terminated');

    const again = await placeBid(deps, submitted);
    await work();
    const { rows } = await stage.service.db.query<object>(
      `select (select count(*)::int from bids) as bids, (select count(*)::int from authorizations) as authorizations,
       (select count(*)::int from simulated_payments where status not in ('released', 'failed')) as payments`,
    );
    // PostgreSQL may notice the cut before it has come to the commit. Then nothing of an intent is left, and the bid is placed anew;
    // the hold of a bid is found at the provider by a worker. Where the intent was committed, nobody knows whether its card
    // will be asked: the bidder is told to wait, then that it came to nothing, and recovery cancels the payment.
    expect(['placed', 'pending']).toContain(again.outcome);
    const [bids, payments] = what === 'intent' && again.outcome === 'pending' ? [0, 0] : [1, 1];
    expect(rows).toEqual([{ bids, authorizations: 1, payments }]);
    expect(await brokenRules(stage.service.db)).toEqual([]);
  },
);

// Capture recorded and refused, the next one recorded and captured.
test.each([1, 2, 3, 4])('a settlement whose commit %i was cut asks nobody twice', async (number) => {
  const winner = await stage.bid(5_000);
  await stage.bid(9_000, 'capture_declined');
  await stage.end();
  proxy.cutAtCommit(number);
  await settleDueAuctions(deps);
  expect(proxy.commits()).toBeGreaterThanOrEqual(number);
  await work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner });
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await brokenRules(stage.service.db)).toEqual([]);
});

test('a cancellation that is sent again after its commit was cut is a success', async () => {
  await stage.bid(5_000);
  const { createApp } = await import('../../src/operations/start/app.ts');
  await using app = createApp(deps);
  const cancel = async () =>
    await app.fetch(
      new Request(`http://localhost/v1/auctions/${stage.auction.auctionId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${stage.seller.key}` },
      }),
    );
  proxy.cutAtStatement('lock-auction');
  const cut = await cancel();
  expect([cut.status, cut.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  const again = await cancel();
  expect([again.status, await again.json()]).toEqual([200, { success: true }]);
  await work();
  expect(await stage.states()).toEqual({ released: 1 });
  expect(await brokenRules(stage.service.db)).toEqual([]);
});
