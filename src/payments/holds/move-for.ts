import type { Authorization, AuthorizationState } from './authorization.ts';
import { type FailureCode, isAboutAccount, isProviderRefusal, isTransient } from '../providers/failure-code.ts';
import type { Move } from './move-authorization.ts';
import type { Observation, Outcome } from '../providers/observation.ts';

/** The follow-up, once the authorization has moved or stays. `tools/print-moves.ts` says each in words. */
export type FollowUp =
  | 'nothing'
  | 'comparison'
  | 'bid'
  | 'challenge'
  | 'release'
  | 'search'
  | 'again'
  | 'account'
  | 'win'
  | 'next_bid'
  | 'reversals'
  | 'operator';

/** The facts that the rules depend on. Those that a caller cannot know are absent. */
export interface Known extends Pick<
  Authorization,
  'state' | 'providerReference' | 'replacesAuthorizationId' | 'authorizedAt' | 'failureCode'
> {
  /** Only a worker counts the time: it asks for a bidder who may have left. */
  readonly ageInSeconds?: number;
  readonly secondsInState?: number;
  /** The bidder waits for the answer to the request that opens the payment. */
  readonly isOpening?: boolean;
  /** The hold still lasts, or the ten minutes for temporary declines do. */
  readonly mayStillCapture?: boolean;
  /** Settlement has requested the capture, and the auction is open. */
  readonly isRequested?: boolean;
  /** Since when a refund or a dispute of the payment is reported and not read. */
  readonly reversalsDueAt?: Date | null;
}

/** Longer than any request lasts: after this time the process that opened the payment has died. */
const abandonedAfterSeconds = 60;
/** Without a reference, the intent is abandoned this early so that the bidder gets an answer within 15 s. */
const unopenedAfterSeconds = 11;
/** The time that a bidder has for the bank's challenge. */
const challengeLastsSeconds = 15 * 60;
/** The open request is repeated for this long after a bid was given up: until then its process may have asked for the hold. */
export const openedAgainForSeconds = 3_600;
/** Much longer than a new payment takes to appear in the provider's search, and than a late request takes to arrive. */
const findableAfterSeconds = 3_600;

/**
 * The capture was refused for an account or a key. A provider that does not know a payment that it has opened looks for it in another
 * account: the key has changed.
 */
export function isForAccount(observation: Observation): boolean {
  return observation.outcome === 'none' || (observation.outcome === 'refused' && isAboutAccount(observation.code));
}

const codeOf = (observation: Observation) => (observation.outcome === 'refused' ? observation.code : null);

interface Condition {
  readonly words: string;
  holds(known: Known, observation: Observation): boolean;
}

/** @param words of the time, for the documents */
const isOlderThan = (seconds: number, words: string): Condition => ({
  words: `after ${words}, seen by a worker`,
  holds: ({ ageInSeconds = 0 }) => ageInSeconds > seconds,
});

export const conditions = {
  isRenewal: { words: 'it is a renewal', holds: ({ replacesAuthorizationId: replaced }) => replaced !== null },
  isOpening: { words: 'the bidder waits', holds: ({ isOpening = false }) => isOpening },
  isUnopened: isOlderThan(unopenedAfterSeconds, '11 s'),
  isLeft: isOlderThan(abandonedAfterSeconds, '1 min'),
  isUnanswered: isOlderThan(challengeLastsSeconds, '15 min'),
  isSearched: {
    words: 'for 2 h, as it may still appear',
    holds: ({ secondsInState = 0 }) => secondsInState <= openedAgainForSeconds + findableAfterSeconds,
  },
  isOpened: { words: 'the payment exists', holds: ({ providerReference }) => providerReference !== null },
  neverHeld: {
    words: 'the provider had refused to hold',
    holds: ({ authorizedAt, failureCode }) => authorizedAt === null && isProviderRefusal(failureCode),
  },
  forAccount: {
    words: 'fault of seller or operator, while the hold lasts',
    holds: ({ mayStillCapture = false }, observation) => mayStillCapture && isForAccount(observation),
  },
  forNow: {
    words: 'temporary, for 10 min',
    holds: ({ mayStillCapture = false }, observation) => mayStillCapture && isTransient(codeOf(observation)),
  },
  isRequested: {
    words: 'settlement has requested the capture, and the auction is open',
    holds: ({ isRequested = false }) => isRequested,
  },
  isReversed: {
    words: 'a refund or a dispute is reported',
    holds: ({ reversalsDueAt = null }) => reversalsDueAt !== null,
  },
} as const satisfies Record<string, Condition>;

/** The treatment of an authorization in a state, for one observation of its payment. */
export interface Rule {
  /** `null`: the authorization stays as it is. */
  readonly move: Move | null;
  /** The failure code that is recorded; `theirs`: that of the refusal. */
  readonly code?: FailureCode | 'theirs';
  readonly next: FollowUp;
  /** The event that is recorded with the move. */
  readonly event?: 'capture_failed' | 'auction_completed';
  /** The payment has changed at its provider without a request of the service: it is logged and counted. */
  readonly isSurprise?: true;
}

/** The first rule whose condition holds applies. The last one has none. */
type Cell = readonly [...(Rule & { readonly if: keyof typeof conditions })[], Rule];

const stays = (next: Rule['next']): Cell => [{ move: null, next }];
const again = stays('again');
const agrees = stays('nothing');
const toComparison = stays('comparison');
const abandon = { move: 'abandon', code: 'abandoned', next: 'release' } as const satisfies Rule;
const outside = { move: 'captureOutside', next: 'operator', isSurprise: true } as const satisfies Rule;
const lapsed = { move: 'expire', code: 'authorization_expired', next: 'nothing' } as const satisfies Rule;
const giveUp = { move: 'giveUpCapture', next: 'next_bid', event: 'capture_failed' } as const satisfies Rule;
const close: Cell = [
  { if: 'neverHeld', move: 'fail', next: 'nothing' },
  { move: 'release', next: 'nothing' },
];

const unresolved = {
  none: [{ if: 'isUnopened', ...abandon }, ...again],
  opened: [{ if: 'isLeft', ...abandon }, ...again],
  challenged: [
    { if: 'isRenewal', move: 'refuse', code: 'needs_bidder', next: 'release' },
    { if: 'isUnanswered', ...abandon },
    { move: 'challenge', next: 'challenge' },
  ],
  authorized: [{ move: 'authorize', next: 'bid' }],
  captured: [outside],
  // The payment can be confirmed again, with another card, until it is cancelled.
  refused: [{ move: 'refuse', code: 'theirs', next: 'release' }],
  released: [{ move: 'refuse', code: 'already_released', next: 'release' }],
  expired: [lapsed],
  unknown: [{ if: 'isOpening', move: 'abandon', code: 'provider_unavailable', next: 'search' }, ...again],
} as const satisfies Record<Outcome, Cell>;

const captured = {
  none: toComparison,
  opened: toComparison,
  challenged: toComparison,
  authorized: toComparison,
  captured: agrees,
  refused: toComparison,
  released: toComparison,
  expired: toComparison,
  unknown: again,
} as const satisfies Record<Outcome, Cell>;

const closed = {
  none: agrees,
  opened: toComparison,
  challenged: toComparison,
  authorized: [{ move: 'reopenRelease', next: 'release', isSurprise: true }],
  captured: [outside],
  refused: toComparison,
  released: agrees,
  expired: agrees,
  unknown: again,
} as const satisfies Record<Outcome, Cell>;

/** Every state of our books, and all that can be known of a payment at its provider. */
export const table = {
  intended: unresolved,
  challenged: {
    ...unresolved,
    challenged: [unresolved.challenged[0], unresolved.challenged[1], ...stays('challenge')],
  },
  authorized: {
    none: toComparison,
    opened: toComparison,
    challenged: toComparison,
    authorized: agrees,
    captured: [outside],
    refused: toComparison,
    released: [{ ...lapsed, isSurprise: true }],
    expired: [{ ...lapsed, isSurprise: true }],
    unknown: again,
  },
  capturing: {
    none: [
      { if: 'forAccount', move: null, code: 'operator_cannot_charge', next: 'account' },
      { ...giveUp, code: 'operator_cannot_charge' },
    ],
    opened: [{ ...giveUp, code: 'wrong_state' }],
    challenged: [{ ...giveUp, code: 'wrong_state' }],
    // The request that captures it may still be under way.
    authorized: again,
    captured: [
      { if: 'isReversed', move: 'doubtCapture', code: 'already_captured', next: 'reversals' },
      { move: 'capture', next: 'win', event: 'auction_completed' },
    ],
    refused: [
      { if: 'forAccount', move: null, code: 'theirs', next: 'account' },
      { if: 'forNow', move: null, next: 'again' },
      { ...giveUp, code: 'theirs' },
    ],
    released: [{ ...giveUp, code: 'already_released' }],
    expired: [{ ...giveUp, move: 'expire', code: 'authorization_expired' }],
    unknown: again,
  },
  releasing: {
    // A search may find the payment later. A payment that was opened and is unknown now is out of reach: nothing can be released.
    none: [
      { if: 'isOpened', move: 'release', next: 'nothing' },
      { if: 'isSearched', move: null, next: 'again' },
      ...close,
    ],
    opened: again,
    challenged: again,
    authorized: again,
    captured: [
      { if: 'isReversed', move: 'captureOutside', next: 'reversals' },
      { if: 'isRequested', move: 'adoptCapture', next: 'win', event: 'auction_completed' },
      { move: 'captureOutside', next: 'operator' },
    ],
    refused: [{ if: 'isOpened', move: null, next: 'again' }, ...close],
    released: close,
    expired: [{ move: 'expire', next: 'nothing' }],
    unknown: again,
  },
  captured_outside: captured,
  captured,
  released: closed,
  expired: closed,
  failed: { ...closed, refused: agrees },
} as const satisfies Record<AuthorizationState, Record<Outcome, Cell>>;

/** The rule that applies, with the failure code to record. */
export interface Verdict extends Omit<Rule, 'code'> {
  readonly failureCode: FailureCode | null;
}

/** The verdict of an operator on a capture whose outcome cannot be found out. */
export const givenUpByOperator: Verdict = { ...giveUp, failureCode: 'capture_given_up' };

/** Decides what to do about an authorization when this is known of its payment. Nobody else decides it. */
export function moveFor(known: Known, observation: Observation): Verdict {
  const cell: Cell = table[known.state][observation.outcome];
  const rule = cell.find((one) => !('if' in one) || conditions[one.if].holds(known, observation))!;
  const { code = null, ...verdict } = rule;
  return { ...verdict, failureCode: code === 'theirs' ? codeOf(observation) : code };
}

/** Checks whether the books and the provider may differ so: they agree, or what is under way settles it. */
export function isExpected(state: AuthorizationState, outcome: Outcome): boolean {
  const cell: readonly Rule[] = table[state][outcome];
  return cell.every(({ next, isSurprise }) => next !== 'comparison' && isSurprise !== true);
}
