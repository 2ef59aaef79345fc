import type { Kind } from './part.ts';

/** A request as it goes over the wire. */
export interface FuzzedRequest {
  readonly method: string;
  /** With the query. What stands in it as `{upcoming}` is the id of an auction of that kind, as it is when this is sent. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer | null;
  readonly kind: Kind;
}
