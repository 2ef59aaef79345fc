/** A request below `/v1`, from either server. */
export interface RestRequest {
  readonly method: string;
  /** The path, without the query. */
  readonly pathname: string;
  /** The query without its `?`; `''` if there is none. */
  readonly query: string;
  /**
   * Reads a header.
   *
   * @returns `null` when absent
   */
  header(name: string): string | null;
  /** Returns the body, once: as a stream, or as bytes if all of it has arrived; `null` if there is none. */
  body(): AsyncIterable<Uint8Array> | Uint8Array | null;
}

/** A path that URL normalisation does not change. */
const plainPath = /^[\w/-]*$/;

/**
 * Reads path and query from a request's target.
 *
 * @param target from the path on, as it was received
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
