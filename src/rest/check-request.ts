import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { noBodyFaults, parseBody } from './check-body.ts';
import { readQuery } from '../v1/check-query.ts';
import type { FoundRoute } from './find-route.ts';

/** A request after its body has been read, before any check. */
export interface ReadRequest extends FoundRoute {
  /** The query string without its `?`. */
  readonly query: string;
  /** The body, `''` if there is none. */
  readonly text: string;
  /** The faults of the headers, which are checked first. */
  readonly faults: readonly Fault[];
}

/**
 * Checks a raw request against its route.
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
