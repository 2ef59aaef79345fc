import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { bodyFaults, readBody } from './check-body.ts';
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

/**
 * Holds a raw request against its route.
 *
 * @throws Refusal `invalid_request` with every fault of query and body together, `unsupported_media_type`,
 *   `payload_too_large`
 */
export async function checkRequest(
  connection: Connection,
  viewer: Viewer,
  { route, path }: { route: Route; path: string },
  request: Request,
  query: URLSearchParams,
): Promise<CheckedRequest> {
  const body = route.body === undefined ? null : await readBody(request);
  const faults = [
    ...queryFaults(route.query, query),
    ...(body === null ? await bodyFaults(request) : await route.body!.faults(connection, viewer, body)),
  ];
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  return { route, path, query, body };
}
