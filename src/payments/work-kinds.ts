import { couldBeCaptured } from './could-be-captured.ts';

/**
 * The kinds of unfinished work, the most urgent first. Each kind is claimed on its own, so that thousands of items of one
 * kind delay no other. A refused hold whose release must be confirmed belongs to the captures: its settlement waits for it.
 */
export const workKinds = ['capture', 'bid', 'renewal', 'release'] as const;

export type WorkKind = (typeof workKinds)[number];

/** The priorities of calls to a provider, the most urgent first. `cleanup`: cards that no hold needs any more. */
export const callPriorities = [...workKinds, 'cleanup'] as const;

export type CallPriority = (typeof callPriorities)[number];

const isUnheld = `a.state in ('intended', 'challenged', 'authorized') and a.bid_id is null`;

// A refused capture leaves its code: the holds of thousands that only lost need no look at the capture attempts.
const isRefused = `a.failure_code is not null and ${couldBeCaptured('a')}`;

/** SQL conditions that select the rows `a` of `authorizations` of each kind. Each row with work to do has exactly one kind. */
export const isOfKind: Readonly<Record<WorkKind, string>> = {
  capture: `(a.state = 'capturing' or a.state = 'releasing' and ${isRefused})`,
  bid: `${isUnheld} and a.replaces_authorization_id is null`,
  renewal: `(${isUnheld} and a.replaces_authorization_id is not null or a.state = 'authorized' and a.bid_id is not null)`,
  release: `a.state = 'releasing' and not (${isRefused})`,
};
