import type { Caller } from '../../caller.ts';

/** The context of a request before Yoga reads it. */
export interface ServerContext {
  readonly requestId: string;
  /** The client's address. */
  readonly address: string;
  /** The reason for which the request is refused, whatever its operation is. */
  readonly refusal: Error | null;
  /** Absent before the key is checked, and when it is refused. */
  readonly caller?: Caller;
  /** The body of a POST that is not refused. */
  readonly body: string;
}
