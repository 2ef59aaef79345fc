/**
 * The kinds of unfinished work, the most urgent first. Each kind is claimed on its own, so that thousands of items of one
 * kind delay no other. A release for which a settlement waits belongs to the captures.
 */
export const workKinds = ['capture', 'bid', 'renewal', 'release'] as const;

export type WorkKind = (typeof workKinds)[number];

/** The priorities of calls to a provider, the most urgent first. `cleanup`: cards that no hold needs any more. */
export const callPriorities = [...workKinds, 'cleanup'] as const;

export type CallPriority = (typeof callPriorities)[number];
