/** A request below `/v1`, whichever server took it. */
export interface RestRequest {
  readonly method: string;
  /** The path, without the query. */
  readonly pathname: string;
  /** Without its `?`; `''` where there is none. */
  readonly query: string;
  /** @returns `null` when absent */
  header(name: string): string | null;
  /** Read once: as it comes, or at once where all of it has come; `null` where there is none. */
  body(): AsyncIterable<Uint8Array> | Uint8Array | null;
}

/** A path that is the same once a URL has normalised it. */
const plainPath = /^[\w/-]*$/;

/**
 * Path and query of a request's target.
 *
 * @param target from the path on, as it came over the wire
 */
export function readTarget(target: string): Pick<RestRequest, 'pathname' | 'query'> {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (plainPath.test(path) && !target.includes('#')) {
    return { pathname: path, query: mark === -1 ? '' : target.slice(mark + 1) };
  }
  const { pathname, search } = new URL(target, 'http://localhost');
  return { pathname, query: search.slice(1) };
}

export function restRequestOf(request: Request): RestRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name),
    body: () => request.body,
  };
}
