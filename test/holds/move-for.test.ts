import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { AuthorizationState } from '../../src/payments/holds/authorization.ts';
import { type ProviderRefusalCode, providerRefusals } from '../../src/payments/providers/failure-code.ts';
import { moves } from '../../src/payments/holds/move-authorization.ts';
import { isExpected, type Known, moveFor, type Rule, table } from '../../src/payments/holds/move-for.ts';
import { type Observation, type Outcome, refused } from '../../src/payments/providers/observation.ts';
import { withPrintedMoves } from '../../tools/print-moves.ts';

const states = Object.keys(table) as AuthorizationState[];

const refusalCodes = Object.keys(providerRefusals) as ProviderRefusalCode[];

const observations: Observation[] = [
  { outcome: 'none' },
  { outcome: 'opened' },
  { outcome: 'challenged', challenge: { provider: 'simulated', secret: 'a secret' } },
  { outcome: 'authorized', captureBefore: new Date() },
  { outcome: 'captured', capturedInCents: 5_000 },
  ...refusalCodes.map(refused),
  { outcome: 'released' },
  { outcome: 'expired' },
  { outcome: 'unknown', reason: 'no answer' },
];

const knownIn = (state: AuthorizationState, facts: Partial<Known> = {}): Known => ({
  state,
  providerReference: 'pay_1',
  replacesAuthorizationId: null,
  authorizedAt: null,
  failureCode: null,
  ...facts,
});

const either = [false, true];

/** Every combination of the facts that rules ask for. */
const everyKnown = (state: AuthorizationState): Known[] =>
  [null, 'pay_1'].flatMap((providerReference) =>
    [null, 'a renewed hold'].flatMap((replacesAuthorizationId) =>
      [0, 30, 100, 10_000].flatMap((ageInSeconds) =>
        either.flatMap((mayStillCapture) =>
          either.flatMap((isRequested) =>
            either.map((isOpening) =>
              knownIn(state, {
                providerReference,
                replacesAuthorizationId,
                ageInSeconds,
                secondsInState: ageInSeconds,
                mayStillCapture,
                isRequested,
                isOpening,
              }),
            ),
          ),
        ),
      ),
    ),
  );

const everyCase = states.flatMap((state) =>
  everyKnown(state).flatMap((known) => observations.map((observation) => ({ state, known, observation }))),
);

const decidedFor = (state: AuthorizationState, observation: Observation, facts: Partial<Known> = {}) => {
  const { move, failureCode } = moveFor(knownIn(state, facts), observation);
  return [move ?? 'stays', ...(failureCode === null ? [] : [failureCode])].join(' ');
};

test('every rule names a move that its state allows', () => {
  const forbidden = Object.entries(table).flatMap(([state, row]) =>
    Object.values<readonly Rule[]>(row)
      .flat()
      .filter(({ move }) => move !== null && !(moves[move].from as readonly string[]).includes(state)),
  );
  expect(forbidden).toEqual([]);
});

test('an answer that is not clear is never a no, and captured money never goes to the next bid', () => {
  const wrong = everyCase.filter(({ known, observation }) => {
    const { move, next } = moveFor(known, observation);
    if (observation.outcome === 'unknown') return move !== null && known.isOpening !== true;
    if (observation.outcome === 'captured') return !['win', 'operator', 'nothing'].includes(next);
    return observation.outcome === 'authorized' && next === 'next_bid';
  });
  expect(wrong).toEqual([]);
});

test('the next bid is asked only after a capture that was definitely refused', () => {
  for (const { known, observation } of everyCase) {
    if (moveFor(known, observation).next !== 'next_bid') continue;
    expect(known.state).toBe('capturing');
    expect(['refused', 'released', 'expired', 'opened', 'challenged', 'none']).toContain(observation.outcome);
  }
});

test.each(refusalCodes)(
  'a capture refused with %s waits for an account, is asked again, or goes to the next bid',
  (code) => {
    const { fault, isTransient = false } = providerRefusals[code] as { fault: string; isTransient?: boolean };
    const isAccounts = fault === 'seller' || fault === 'operator';
    const next = (mayStillCapture: boolean) => moveFor(knownIn('capturing', { mayStillCapture }), refused(code)).next;
    expect(next(true)).toBe(isAccounts ? 'account' : isTransient ? 'again' : 'next_bid');
    expect(next(false)).toBe('next_bid');
  },
);

test('a hold that nobody finishes is given up by a worker: after 11 s unopened, a minute untouched, a quarter of an hour challenged', () => {
  const challenged = observations.find(({ outcome }) => outcome === 'challenged')!;
  const edges: [AuthorizationState, Observation, number][] = [
    ['intended', { outcome: 'none' }, 11],
    ['intended', { outcome: 'opened' }, 60],
    ['intended', challenged, 900],
    ['challenged', challenged, 900],
  ];
  for (const [state, observation, seconds] of edges) {
    expect(decidedFor(state, observation, { ageInSeconds: seconds })).not.toContain('abandon');
    expect(decidedFor(state, observation, { ageInSeconds: seconds + 1 })).toBe('abandon abandoned');
    expect(decidedFor(state, observation)).not.toContain('abandon');
  }
});

test('a renewal that the bank wants to hear its bidder about is refused: nobody is there to answer', () => {
  const challenged = observations.find(({ outcome }) => outcome === 'challenged')!;
  expect(decidedFor('intended', challenged, { replacesAuthorizationId: 'a renewed hold' })).toBe('refuse needs_bidder');
});

test('refuses a bidder who waits for a payment that does not open, and searches the payment', () => {
  const known = knownIn('intended', { providerReference: null, isOpening: true });
  expect(moveFor(known, { outcome: 'unknown', reason: 'cut' })).toMatchObject({
    move: 'abandon',
    failureCode: 'provider_unavailable',
    next: 'search',
  });
});

const declined: Partial<Known> = { failureCode: 'card_declined' };
const released: Observation = { outcome: 'released' };
const unfound: Partial<Known> = { providerReference: null };

test.each<[string, Partial<Known>, Observation, string]>([
  ['that was never held as the card was declined has failed', declined, released, 'fail'],
  ['that was held is released', { ...declined, authorizedAt: new Date() }, released, 'release'],
  ['whose provider gave no answer is released', { failureCode: 'provider_unavailable' }, released, 'release'],
  ['that exists is not closed by a refusal', {}, refused('card_declined'), 'stays'],
  ['that the provider would not open is closed', unfound, refused('amount_out_of_bounds'), 'release'],
  ['that is not found is searched for two hours', { ...unfound, secondsInState: 7_200 }, { outcome: 'none' }, 'stays'],
  ['that is not found after them is closed', { ...unfound, secondsInState: 7_201 }, { outcome: 'none' }, 'release'],
  ['that was opened and is unknown now is closed', {}, { outcome: 'none' }, 'release'],
])('a payment to release %s', (_, facts, observation, expected) => {
  expect(decidedFor('releasing', observation, facts)).toBe(expected);
});

test('a refused capture that has executed after all wins, and one that nobody requested is for an operator', () => {
  const captured: Observation = { outcome: 'captured', capturedInCents: 5_000 };
  expect(decidedFor('releasing', captured, { isRequested: true })).toBe('adoptCapture');
  expect(decidedFor('releasing', captured)).toBe('captureOutside');
});

test('the comparison lists each difference that nothing under way explains', () => {
  const agreeing: Partial<Record<AuthorizationState, readonly Outcome[]>> = {};
  for (const state of states) {
    const outcomes = [...new Set(observations.map(({ outcome }) => outcome))];
    agreeing[state] = outcomes.filter(
      (outcome) => outcome !== 'none' && outcome !== 'unknown' && isExpected(state, outcome),
    );
  }
  const open = ['opened', 'challenged', 'authorized', 'refused', 'released', 'expired'];
  expect(agreeing).toEqual({
    intended: open,
    challenged: open,
    authorized: ['authorized'],
    capturing: ['opened', 'challenged', 'authorized', 'captured', 'refused', 'released', 'expired'],
    releasing: ['opened', 'challenged', 'authorized', 'captured', 'refused', 'released', 'expired'],
    captured_outside: ['captured'],
    captured: ['captured'],
    released: ['released', 'expired'],
    expired: ['released', 'expired'],
    failed: ['refused', 'released', 'expired'],
  });
});

test('docs/payment-states.md shows the table that the code uses', async () => {
  const page = await readFile('docs/payment-states.md', 'utf8');
  expect(withPrintedMoves(page)).toBe(page);
});
