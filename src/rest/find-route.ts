import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import { type Route, routes } from '../v1/route-table.ts';

/** The path exists, but does not support the method. */
export class MethodNotAllowed extends Refusal {
  /** The allowed methods, in the format of the `Allow` header. */
  readonly allowed: string;

  constructor(allowed: readonly Route[]) {
    super('method_not_allowed');
    const methods = allowed.map(({ method }) => method);
    this.allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  }
}

/** The route of a request, and the ids in its path. */
export interface FoundRoute {
  readonly route: Route;
  /** The path below `/v1`, with the id in it. */
  readonly path: string;
  /** The id in the path, by its parameter's name. */
  readonly ids: Readonly<Record<string, string>>;
}

interface Path {
  /** The path from `/v1` on, as the route table has it. */
  readonly template: string;
  /** The path before the id, or the whole path. */
  readonly base: string;
  /** The name of the id at its end; `null`: it has none. */
  readonly id: string | null;
  readonly routes: readonly Route[];
}

const paths: readonly Path[] = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => {
  const [base, id = null] = path.split(':') as [string, string?];
  return { template: `/v1${path}`, base: `/v1${base}`, id, routes: ofPath };
});

function findPath(pathname: string): Path | undefined {
  return paths.find(({ base, id }) => {
    if (id === null) return pathname === base;
    return pathname.length > base.length && pathname.startsWith(base) && !pathname.includes('/', base.length);
  });
}

/** Returns a path of `/v1` as the route table has it, `/v1/auctions/:auctionId`; `/v1/*` for any other path. */
export function routeTemplate(pathname: string): string {
  return findPath(pathname)?.template ?? '/v1/*';
}

/**
 * Finds the route of a request, and the id in its path.
 *
 * @throws Refusal `not_found` for an unknown path, `method_not_allowed` with the allowed methods, and the route's own
 *   `auction_not_found` or `bid_not_found` for an id that is no UUID
 */
export function findRoute(method: string, pathname: string): FoundRoute {
  const path = findPath(pathname);
  if (path === undefined) throw new Refusal('not_found');
  const route = path.routes.find((its) => its.method === (method === 'HEAD' ? 'GET' : method));
  if (route === undefined) throw new MethodNotAllowed(path.routes);
  const ids = path.id === null ? {} : { [path.id]: pathname.slice(path.base.length) };
  if (!Object.values(ids).every(isUuid)) throw new Refusal(route.notFound ?? 'not_found');
  return { route, ids, path: pathname.slice('/v1'.length) };
}
