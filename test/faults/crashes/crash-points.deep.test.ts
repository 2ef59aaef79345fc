import { afterAll, expect, test } from 'vitest';
import { type CrashPoint, crashPoints } from '../../../src/core/crash-point.ts';
import { testServer } from '../../support/database.ts';
import { openPlaces } from './places.ts';
import { playCrashes } from './play.ts';
import { scenarios } from './scenarios.ts';

// Each point once, in the scenario that comes to it; `npm run deep -- faults` plays all of them, and all ordered pairs.
const scenarioOf: Record<CrashPoint, string> = {
  'bid: intent recorded': 'a bid',
  'bid: reference recorded': 'a bid with a challenge',
  'bid: card asked': 'a bid',
  'bid: given up': 'a bid without an answer',
  'bid: challenge recorded': 'a bid with a challenge',
  'bid: hold recorded': 'a bid with a challenge',
  'bid: committed': 'a bid',
  'bid: refused': 'a bid that is refused',
  'settle: capture recorded': 'a settlement that falls back',
  'settle: capture recorded again': 'a settlement whose provider stumbles',
  'settle: provider answered': 'a settlement that falls back',
  'settle: inside the transaction': 'a settlement that falls back',
  'settle: conclusion recorded': 'a settlement that falls back',
  'settle: late capture adopted': 'a settlement that captures late',
  'release: claimed': 'a bid that is refused',
  'release: payment found': 'a bid without an answer',
  'release: payment adopted': 'a bid without an answer',
  'release: provider answered': 'a cancellation',
  'release: recorded': 'a settlement without a winner',
  'capture outside: inside the transaction': 'a renewal of a hold that was captured at the provider',
  'resolve: payment found': 'a bid that is forgotten',
  'resolve: payment adopted': 'a bid that is forgotten',
  'resolve: payment read': 'a bid that is left',
  'payment: observation recorded': 'a hold that appears after our books have closed it',
  'renew: intent recorded': 'a renewal',
  'renew: provider answered': 'a renewal',
  'renew: hold recorded': 'a renewal',
  'renew: inside the transaction': 'a renewal',
  'renew: hold swapped': 'a renewal',
  'renew: refused': 'a renewal that is refused',
  'cancel: committed': 'a cancellation',
  'card: deleted': 'a card that no hold needs',
  'event: payment read': 'a hold that is cancelled at the provider',
  'event: payment adopted': 'a bid that an event completes',
  'messages: inside the transaction': 'messages',
  'messages: claimed': 'messages',
  'messages: sent': 'messages',
};

/** Other tests keep the machine busy meanwhile; `npm run deep -- faults` holds it to 6 s. */
const maxRecoveryMs = 30_000;

const places = await openPlaces(await testServer());
afterAll(() => places[Symbol.asyncDispose]());

test.concurrent.each(crashPoints)('killed at "%s", everything comes to rest', { timeout: 120_000 }, async (point) => {
  await using place = await places.next();
  const scenario = scenarios.find(({ name }) => name === scenarioOf[point])!;
  const { broken, recoveryMs } = await playCrashes({ scenario, deaths: [point] }, place);
  expect(broken).toEqual([]);
  expect(recoveryMs).toBeLessThan(maxRecoveryMs);
});

/** After the set of intentions, between its calls, within the set of conclusions, after some of it, and between releases. */
const pointsOfSets: readonly CrashPoint[] = [
  'settle: capture recorded',
  'settle: provider answered',
  'settle: inside the transaction',
  'settle: conclusion recorded',
  'release: provider answered',
];

test.concurrent.each(pointsOfSets)(
  'killed at "%s" while auctions that end together are settled, everything comes to rest',
  { timeout: 120_000 },
  async (point) => {
    await using place = await places.next();
    const scenario = scenarios.find(({ name }) => name === 'a settlement of auctions that end together')!;
    const { broken, recoveryMs } = await playCrashes({ scenario, deaths: [point] }, place);
    expect(broken).toEqual([]);
    expect(recoveryMs).toBeLessThan(maxRecoveryMs);
  },
);
