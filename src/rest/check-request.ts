import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { noBodyFaults, parseBody } from './check-body.ts';
import { readQuery } from './check-query.ts';
import type { FoundRoute } from './find-route.ts';

/** A request whose body has been read, and nothing more. */
export interface ReadRequest extends FoundRoute {
  /** Without its `?`. */
  readonly query: string;
  /** `''` where there is none. */
  readonly text: string;
  /** Of the header, which was looked at first. */
  readonly faults: readonly Fault[];
}

/**
 * Holds a raw request against its route.
 *
 * @returns the variables of the operation that was generated for the route
 * @throws Refusal `invalid_request` with every fault of header, query and body together
 */
export async function checkRequest(
  connection: Connection,
  viewer: Viewer,
  { route, ids, query, text, faults: headerFaults }: ReadRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const body = route.body === undefined ? null : parseBody(text);
  const { values, faults: queryFaults } = readQuery(route.query, query);
  const faults = [
    ...headerFaults,
    ...queryFaults,
    ...(body === null ? noBodyFaults(text) : await route.body!.faults(connection, viewer, body)),
  ];
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  return { ...values, ...body, ...ids };
}
