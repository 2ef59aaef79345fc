import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import { type Route, routes } from './route-table.ts';

/** The path is one of ours, the method is none of its. */
export class MethodNotAllowed extends Refusal {
  /** As the `Allow` header lists them. */
  readonly allowed: string;

  constructor(allowed: readonly Route[]) {
    super('method_not_allowed');
    const methods = allowed.map(({ method }) => method);
    this.allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  }
}

/** A route, and where in it a request goes. */
export interface FoundRoute {
  readonly route: Route;
  /** Below `/v1`, with the id in it. */
  readonly path: string;
  /** The id in the path, by its name there. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The routes of each path. */
const paths = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
  pattern: new RegExp(`^/v1${path.replace(/:(\w+)/, '(?<$1>[^/]+)')}$`),
  ofPath,
}));

/**
 * The route that a request takes, and the id in its path.
 *
 * @throws Refusal `not_found` for an unknown path, `method_not_allowed` with what is allowed, and the route's own
 *   `auction_not_found` or `bid_not_found` for an id that is no UUID
 */
export function findRoute(method: string, pathname: string): FoundRoute {
  for (const { pattern, ofPath } of paths) {
    const match = pattern.exec(pathname);
    if (match === null) continue;
    const route = ofPath.find((its) => its.method === (method === 'HEAD' ? 'GET' : method));
    if (route === undefined) throw new MethodNotAllowed(ofPath);
    const ids = match.groups ?? {};
    if (!Object.values(ids).every(isUuid)) throw new Refusal(route.notFound ?? 'not_found');
    return { route, ids, path: pathname.slice('/v1'.length) };
  }
  throw new Refusal('not_found');
}
