/** A place in the chain. The hash may be cut to its first digits, at least 16. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

export interface Transcript {
  readonly auctionId: string;
  /** `null`: nothing has happened yet. */
  readonly head: Head | null;
  readonly lines: readonly Record<string, unknown>[];
}

/** Proves whose line a bid is: the private link of its bidder has it. */
export interface Proof {
  readonly bidId: string;
  readonly salt: string;
  readonly bidderId: string;
}

export type FaultCode =
  | 'field'
  | 'order'
  | 'link'
  | 'head'
  | 'seenHead'
  | 'time'
  | 'bid'
  | 'standing'
  | 'end'
  | 'winner'
  | 'result'
  | 'proof';

export interface Fault {
  readonly code: FaultCode;
  /** The line that is wrong, or the first after a line that is missing. */
  readonly position: number;
  readonly field?: string;
}

/** A rule that the transcript keeps, or a claim of the reader that it bears out. Without a whole chain, only heads can pass. */
export type Check =
  | { readonly code: 'chain' | 'seenHead'; readonly position: number }
  /** No bid is dated back, and each lies in the bidding period. */
  | { readonly code: 'bids'; readonly count: number }
  /** The end, which `count` extensions or a purchase have moved by the rule. */
  | { readonly code: 'kept' | 'extended' | 'bought'; readonly count: number; readonly endsAt: string }
  /** The line of a bid: of the winner, or of the bidder whom the proof names. */
  | { readonly code: 'sold' | 'proof'; readonly position: number; readonly valueInCents: number }
  | { readonly code: 'soldEarlier' | 'unsold' | 'cancelled' };

/** A fact that is neither right nor wrong. `earlierBids` counts the bids before the first line; `open` has no result yet. */
export type Note =
  | { readonly code: 'earlierBids'; readonly count: number }
  | { readonly code: 'empty' | 'open' }
  | { readonly code: 'head'; readonly head: string };

export interface Verdict {
  /** Empty: the transcript is whole. */
  readonly faults: readonly Fault[];
  readonly checks: readonly Check[];
  readonly notes: readonly Note[];
  /** The computed one. */
  readonly head: Head | null;
}

export function verifyTranscript(
  transcript: Transcript,
  options?: { readonly seen?: readonly Head[]; readonly proof?: Proof | null },
): Promise<Verdict>;

export function canonical(line: Record<string, unknown>): string;
export function digest(text: string): Promise<string>;
export function writeHead(head: Head): string;
export function readHead(text: string): Head | null;
