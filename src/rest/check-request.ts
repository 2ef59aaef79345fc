import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { noBodyFaults, parseBody } from './check-body.ts';
import { queryFaults } from './check-query.ts';
import type { Route } from './route-table.ts';

/** A request whose every part has been checked: SOFA would drop or bend what it does not expect. */
export interface CheckedRequest {
  readonly route: Route;
  /** Below `/v1`, with the id in it. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown> | null;
}

/** A request whose body has been read, and nothing more. */
export interface ReadRequest {
  readonly route: Route;
  readonly path: string;
  readonly query: URLSearchParams;
  /** `''` where there is none. */
  readonly text: string;
  /** Of the header, which was looked at first. */
  readonly faults: readonly Fault[];
}

/**
 * Holds a raw request against its route.
 *
 * @throws Refusal `invalid_request` with every fault of header, query and body together
 */
export async function checkRequest(
  connection: Connection,
  viewer: Viewer,
  { route, path, query, text, faults: headerFaults }: ReadRequest,
): Promise<CheckedRequest> {
  const body = route.body === undefined ? null : parseBody(text);
  const faults = [
    ...headerFaults,
    ...queryFaults(route.query, query),
    ...(body === null ? noBodyFaults(text) : await route.body!.faults(connection, viewer, body)),
  ];
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  return { route, path, query, body };
}
