import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { ClientGone, clientGoneStatus } from './core/client-gone.ts';
import { refusalOf } from './core/outage.ts';
import { securityHeaders } from './core/security-headers.ts';
import { Refusal } from './core/refusal.ts';
import { currentRequest } from './core/request-context.ts';
import { requestIdOf } from './core/request-id.ts';
import type { Deps, ProcessDeps } from './deps.ts';
import { clientAddress } from './limits/client-address.ts';
import { type Counters, makeCounters } from './limits/make-counters.ts';
import { makeRequestLimits, type RequestLimits } from './limits/request-limits.ts';
import { makeOperations } from './operations/make-operations.ts';
import { observed } from './operations/observe-request.ts';
import { routeTemplate } from './rest/find-route.ts';
import { problem } from './v1/problem.ts';
import { responseOf } from './rest/response-of.ts';

/** Everything that the service answers over HTTP. */
export interface App extends AsyncDisposable {
  /** Reports at `/readyz` from now on that the process stops, and continues to answer. */
  retire(): void;
  /** @param env the socket that the request came through, as `@hono/node-server` passes it */
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** Answers `/v1` for Node's own server, as `fetch` does; `null` if this process serves no `/v1`. */
  readonly answerRest: ((incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>) | null;
  /** Returns the page of a bidder's request that is refused under overload; `null` if this process serves no pages. */
  readonly overloadPage: OverloadPage | null;
  /** Answers a request that is no HTTP request of a client, and never reaches the application. */
  refuseMalformed(detail: string): Response;
}

/** Takes almost no time: it returns a prepared page, in the language of the request. */
export type OverloadPage = (incoming: IncomingMessage) => string;

export interface Env {
  Variables: { requestId: string };
}

export interface Edges extends Pick<App, 'answerRest' | 'overloadPage'>, AsyncDisposable {
  /** Answers a browser that asks for a page that does not exist; `null`: this client does not ask for a page. */
  noSuchPage(c: Context<Env>): Promise<Response> | null;
  /** Answers `/graphql` without the router, which costs as much as half of a short answer. */
  answerGraphql(request: Request, env: object): Promise<Response>;
}

/** Where the requests of a process are counted. */
export interface Counting {
  readonly counters: Counters;
  readonly limits: RequestLimits;
}

export type MountEdges = (app: Hono<Env>, deps: ProcessDeps, counting: Counting) => Edges;

/**
 * Makes the routes for operators, and mounts those for everybody else.
 *
 * @param mountEdges `null` in a worker, which answers operators alone
 */
export function makeBaseApp(deps: ProcessDeps, mountEdges: MountEdges | null): App {
  const { publicUrl, trustedProxies } = deps.config;
  const counters = makeCounters(deps.config);
  const limits = makeRequestLimits(deps.config, counters);
  const secure = securityHeaders(deps.config);
  const operations = makeOperations(deps);
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'), deps.config);
    c.set('requestId', requestId);
    const route = () => (c.req.path.startsWith('/v1/') ? routeTemplate(c.req.path) : routePath(c, -1));
    const traceparent = trustedTraceparent(deps, c.req.header('traceparent'));
    const address = () => clientAddress(c, deps.config.trustedProxies);
    const { method, path } = c.req;
    await observed(deps, { method, path, requestId, address, route, traceparent }, async () => {
      await next();
      c.res.headers.set('x-request-id', requestId);
      for (const [name, value] of Object.entries(secure)) c.res.headers.set(name, value);
      return c.res;
    });
  });
  app.use(async (c, next) => {
    const counts = countsAs(c.req.path);
    if (counts === null) return await next();
    const address = clientAddress(c, trustedProxies);
    const counted = await (counts === 'file'
      ? limits.countFile(address)
      : limits.count({ address, digest: null, isKnown: false }));
    if (counted.isRefused) {
      const refusal = new Refusal('rate_limited');
      return responseOf(problem(refusal, { publicUrl, requestId: c.get('requestId') }, counted.headers));
    }
    await next();
    if (c.res.status === 401 || currentRequest()?.hasFailedLookup === true) counted.chargeFailure();
  });
  app.route('/', operations.routes);
  const edges = mountEdges?.(app, deps, { counters, limits }) ?? null;
  app.notFound(
    (c) =>
      edges?.noSuchPage(c) ??
      responseOf(problem(new Refusal('not_found'), { publicUrl, requestId: c.get('requestId') })),
  );
  app.onError((error, c) => answerError(deps, error, c.get('requestId')));
  return {
    fetch: (request, env = {}) =>
      edges !== null && isGraphql(request) ? edges.answerGraphql(request, env) : app.fetch(request, env),
    retire: () => operations.retire(),
    answerRest: edges?.answerRest ?? null,
    overloadPage: edges?.overloadPage ?? null,
    refuseMalformed(detail) {
      const requestId = randomUUID();
      const refusal = new Refusal('invalid_request', { detail });
      return responseOf(problem(refusal, { publicUrl, requestId }, { 'x-request-id': requestId }));
    },
    async [Symbol.asyncDispose]() {
      await edges?.[Symbol.asyncDispose]();
      await operations[Symbol.asyncDispose]();
      await counters[Symbol.asyncDispose]();
    },
  };
}

/** Files of pages, which anybody opens without a key. */
const filePath = /^\/(?:favicon\.ico$|docs(?:\/|$)|graphql\/files\/|auctions\/[^/]+\.(?:js|svg)$)/;

/**
 * Returns how a request to a path counts into the budgets of its address.
 *
 * @returns `null`: not at all, as probes; or the API or the auction page counts it itself
 */
function countsAs(path: string): 'file' | 'request' | null {
  if (path === '/healthz' || path === '/readyz') return null;
  if (filePath.test(path)) return 'file';
  const countsItself = path === '/graphql' || path.startsWith('/v1/') || path.startsWith('/auctions/');
  return countsItself ? null : 'request';
}

/** Checks whether the request is a GraphQL operation. The router answers everything else at that address. */
function isGraphql({ method, url }: Request): boolean {
  return method === 'POST' && /^https?:\/\/[^/?#]+\/graphql$/.test(url);
}

/** Answers a request whose handler threw. */
export function answerError(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  thrown: unknown,
  requestId: string,
): Response {
  if (thrown instanceof ClientGone) return new Response(null, { status: clientGoneStatus });
  const refusal = refusalOf(thrown);
  const headers = { ...securityHeaders(config), 'x-request-id': requestId };
  if (refusal !== thrown) log.error({ err: thrown, requestId }, 'A request failed.');
  return responseOf(problem(refusal, { publicUrl: config.publicUrl, requestId }, headers));
}

/** Returns the caller's `traceparent` only from a trusted proxy: strangers begin no traces. */
export function trustedTraceparent(
  { config }: Pick<Deps, 'config'>,
  header: string | null | undefined,
): string | null | undefined {
  return config.trustedProxies > 0 ? header : null;
}
