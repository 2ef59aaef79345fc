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

export interface Verdict {
  /** Empty: the transcript is whole. */
  readonly faults: readonly Fault[];
  /** The computed one. */
  readonly head: Head | null;
  readonly bids: number;
  /** The number of bids before the first line. */
  readonly earlierBids: number;
  readonly voids: number;
  readonly extensions: number;
  readonly endsAt: string | null;
  /** `winner` is the position of the winning bid. */
  readonly result: {
    readonly kind: 'sold' | 'unsold' | 'cancelled';
    readonly position: number;
    readonly winner: number | null;
  } | null;
  /** The line that the proof fits. */
  readonly own: number | null;
}

export function verifyTranscript(
  transcript: Transcript,
  options?: { readonly seen?: readonly Head[]; readonly proof?: Proof | null },
): Promise<Verdict>;

export function canonical(line: Record<string, unknown>): string;
export function digest(text: string): Promise<string>;
export function writeHead(head: Head): string;
export function readHead(text: string): Head | null;
