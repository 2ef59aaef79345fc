import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import type { Gateway, PaymentRequest } from '../../src/payments/providers/gateway.ts';
import { type Fault, type Operation, makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { followEvent } from '../../src/settlement/books/follow-event.ts';
import { readDueReversals } from '../../src/settlement/reversals/read-reversals.ts';
import { reversePayment } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { brokenRules } from '../faults/broken-rules.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

let stage: AuctionStage;
let lateRequests: (() => Promise<void>)[];
beforeEach(async () => {
  stage = await setAuctionStage();
  lateRequests = [];
});
afterEach(() => stage[Symbol.asyncDispose]());

/** The service with faults on its way to the provider: for each kind of call, one after the other. */
function withFaults(faults: Partial<Record<Operation, (Fault | null)[]>>): ProcessDeps {
  return withWeather((operation) => faults[operation]?.shift() ?? null);
}

function withWeather(weather: (operation: Operation) => Fault | null): ProcessDeps {
  const simulated = makeFaultySimulated(
    { db: stage.service.db },
    { deadlineMs: 10_000, weather, late: (execute) => void lateRequests.push(execute) },
  );
  return { ...stage.service.deps, gateways: { ...stage.service.deps.gateways, simulated } };
}

async function deliverLate(): Promise<void> {
  for (const execute of lateRequests.splice(0)) await execute();
}

async function work(deps: ProcessDeps): Promise<void> {
  await stage.hurry();
  await finishAuthorizations(deps);
  await settleDueAuctions(deps);
}

/** The first capture of the higher bid gets no answer, the second one is refused. */
async function refuseAfterLateCapture(
  releases: (Fault | null)[],
): Promise<{ deps: ProcessDeps; bids: [string, string] }> {
  const lower = await stage.bid(5_000);
  const higher = await stage.bid(9_000, 'capture_declined_once');
  await stage.end();
  const deps = withFaults({ capture: ['request_late'], release: releases });
  await settleDueAuctions(deps);
  expect(await stage.states()).toEqual({ authorized: 1, capturing: 1 });
  await work(deps);
  return { deps, bids: [higher, lower] };
}

test('asks the next bidder only after the provider shows the refused hold as cancelled', async () => {
  const { deps, bids } = await refuseAfterLateCapture(['request_lost', 'server_error']);
  expect(await stage.states()).toEqual({ authorized: 1, releasing: 1 });
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', winner: null });
  await work(deps);
  expect(await stage.states()).toEqual({ authorized: 1, releasing: 1 });
  await work(deps);
  await work(deps);
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: bids[1] });
  await deliverLate();
  expect(await stage.disagreements()).toEqual([]);
});

test('a refused hold that is found captured when it is cancelled wins', async () => {
  const { deps, bids } = await refuseAfterLateCapture(['request_lost']);
  await deliverLate();
  await work(deps);
  await work(deps);
  const { attempts, ...result } = await stage.result();
  expect(result).toMatchObject({ outcome: 'SOLD', winner: bids[0] });
  expect(attempts).toEqual([
    `${bids[0]} unknown held, and not captured yet`,
    `${bids[0]} refused card_declined`,
    `${bids[0]} captured`,
  ]);
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await brokenRules(stage.service.db)).toEqual([]);
});

test('a refused hold that is found captured does not win if the money was refunded by hand: the next bidder pays', async () => {
  const { deps, bids } = await refuseAfterLateCapture(['request_lost']);
  await deliverLate();
  const { db } = stage.service;
  const hold = await db.prisma.authorization.findFirstOrThrow({ where: { bidId: bids[0] } });
  const payment = { reference: hold.providerReference!, authorizationId: hold.authorizationId };
  expect(await reversePayment(db, { ...payment, change: 'refund', amountInCents: null })).toBe(true);
  await followEvent(deps, 'simulated', { kind: 'reversed', ...payment });
  await work(deps);
  await readDueReversals(deps);
  await work(deps);
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: bids[1] });
  expect(await brokenRules(db)).toEqual([]);
});

test('no key of a request ever stands for another payment', async () => {
  await stage.bid(9_000, 'capture_declined');
  await stage.bid(5_000, 'capture_5xx');
  await stage.end();
  const { db, deps } = stage.service;
  const { simulated } = deps.gateways;
  const asked: PaymentRequest[] = [];
  const noting = (ask: Gateway['capture']) => (request: PaymentRequest) => {
    asked.push(request);
    return ask(request);
  };
  const noted = { ...simulated, capture: noting(simulated.capture), release: noting(simulated.release) };
  for (let round = 0; round < 5; round += 1) await work({ ...deps, gateways: { ...deps.gateways, simulated: noted } });
  const { rows } = await db.query<{ id: string; reference: string }>(
    'select authorization_id as id, provider_reference as reference from authorizations',
  );
  expect(asked.length).toBeGreaterThan(2);
  for (const { idempotencyKey, reference } of asked)
    expect(idempotencyKey.split(':')[1]).toBe(rows.find((row) => row.reference === reference)!.id);
});
