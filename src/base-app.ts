import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { refusalOf } from './core/outage.ts';
import { securityHeaders } from './core/security-headers.ts';
import { Refusal } from './core/refusal.ts';
import { requestIdOf } from './core/request-id.ts';
import type { Deps, ProcessDeps } from './deps.ts';
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
  /** Answers a request from which no `Request` can be made: its target and Host header form no URL. */
  refuseMalformed(): Response;
}

/** Takes almost no time: it returns a prepared page, in the language of the request. */
export type OverloadPage = (incoming: IncomingMessage) => string;

export interface Env {
  Variables: { requestId: string };
}

export interface Edges extends Pick<App, 'answerRest' | 'overloadPage'>, AsyncDisposable {
  /** Answers `/graphql` without the router, which costs as much as half of a short answer. */
  answerGraphql(request: Request, env: object): Promise<Response>;
}

export type MountEdges = (app: Hono<Env>, deps: ProcessDeps) => Edges;

/**
 * Makes the routes for operators, and mounts those for everybody else.
 *
 * @param mountEdges `null` in a worker, which answers operators alone
 */
export function makeBaseApp(deps: ProcessDeps, mountEdges: MountEdges | null): App {
  const { publicUrl } = deps.config;
  const secure = securityHeaders(deps.config);
  const operations = makeOperations(deps);
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'), deps.config);
    c.set('requestId', requestId);
    const route = () => (c.req.path.startsWith('/v1/') ? routeTemplate(c.req.path) : routePath(c, -1));
    const traceparent = trustedTraceparent(deps, c.req.header('traceparent'));
    await observed(deps, { method: c.req.method, requestId, route, traceparent }, async () => {
      await next();
      c.res.headers.set('x-request-id', requestId);
      for (const [name, value] of Object.entries(secure)) c.res.headers.set(name, value);
      return c.res;
    });
  });
  app.route('/', operations.routes);
  const edges = mountEdges?.(app, deps) ?? null;
  app.notFound((c) => responseOf(problem(new Refusal('not_found'), { publicUrl, requestId: c.get('requestId') })));
  app.onError((error, c) => answerError(deps, error, c.get('requestId')));
  return {
    fetch: (request, env = {}) =>
      edges !== null && isGraphql(request) ? edges.answerGraphql(request, env) : app.fetch(request, env),
    retire: () => operations.retire(),
    answerRest: edges?.answerRest ?? null,
    overloadPage: edges?.overloadPage ?? null,
    refuseMalformed() {
      const requestId = randomUUID();
      const refusal = new Refusal('invalid_request', { detail: 'The target and the Host header name no URL.' });
      return responseOf(problem(refusal, { publicUrl, requestId }, { 'x-request-id': requestId }));
    },
    async [Symbol.asyncDispose]() {
      await edges?.[Symbol.asyncDispose]();
      await operations[Symbol.asyncDispose]();
    },
  };
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
