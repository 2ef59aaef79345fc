/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly origin: string;
  /** Sent one after the other, from the beginning again when they are used up. */
  readonly requests: readonly WireRequest[];
  readonly count: number;
  readonly connections: number;
  /** Every answer's. */
  readonly status: number;
  /** Of the body that answers each request; `null` where no two answers are alike. */
  readonly checksums: readonly number[] | null;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of a body, on average. */
  readonly bytes: number;
}
