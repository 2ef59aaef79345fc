import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { identifyAdmin } from './auth/identify.ts';
import { makeKnownKeys } from './auth/known-keys.ts';
import { refusalOf } from './core/outage.ts';
import { Refusal } from './core/refusal.ts';
import { requestIdOf } from './core/request-id.ts';
import type { Deps } from './deps.ts';
import { makeDocs } from './docs/make-docs.ts';
import { openapiDocument } from './docs/openapi/openapi-document.ts';
import { makeContext } from './graphql/context.ts';
import { serveGraphiqlFile } from './graphql/graphiql/serve-graphiql.ts';
import { makeGraphqlServer } from './graphql/graphql-server.ts';
import { printedSchema } from './graphql/print-schema.ts';
import { makeChanger } from './graphql/plans/make-changer.ts';
import { makeReader } from './graphql/plans/make-reader.ts';
import { schema } from './graphql/schema.ts';
import { addressOf, clientAddress, socketAddressOf } from './limits/client-address.ts';
import { makeCounters } from './limits/make-counters.ts';
import { makeRequestLimits } from './limits/request-limits.ts';
import { makeAdmin } from './operations/make-admin.ts';
import { makeOperations } from './operations/make-operations.ts';
import { observed } from './operations/observe-request.ts';
import { makeAuctionPage } from './page/auction-page.ts';
import { takeStripeEvent } from './provider-events/stripe-events.ts';
import { answerSocket } from './rest/answer-socket.ts';
import { routeTemplate } from './rest/find-route.ts';
import { problem } from './rest/problem.ts';
import { responseOf } from './rest/response-of.ts';
import { type RestRequest, restRequestOf } from './rest/rest-request.ts';
import { makeRestServer } from './rest/rest-server.ts';

/** Everything that the service answers over HTTP. */
export interface App extends AsyncDisposable {
  /** From now on it says at `/readyz` that it stops, and goes on answering. */
  retire(): void;
  /** @param env the socket that the request came through, as `@hono/node-server` passes it */
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** What `fetch` answers below `/v1`, for Node's own server; `null` where that is nothing. */
  readonly answerRest: ((incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>) | null;
  /** Answers what no `Request` can be made of: with its target and its Host header, it names no URL. */
  refuseMalformed(): Response;
}

interface Env {
  Variables: { requestId: string };
}

/** What a process answers: one of the role `worker` only whoever runs it. */
export function createApp(deps: Deps): App {
  const { publicUrl } = deps.config;
  const operations = makeOperations(deps);
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'), deps.config);
    c.set('requestId', requestId);
    const route = () => (c.req.path.startsWith('/v1/') ? routeTemplate(c.req.path) : routePath(c, -1));
    const traceparent = believed(deps, c.req.header('traceparent'));
    await observed(deps, { method: c.req.method, requestId, route, traceparent }, async () => {
      await next();
      c.res.headers.set('x-request-id', requestId);
      return c.res;
    });
  });
  app.route('/', operations.routes);
  const edges = deps.config.role === 'worker' ? null : mountEdges(app, deps);
  app.notFound((c) => responseOf(problem(new Refusal('not_found'), { publicUrl, requestId: c.get('requestId') })));
  app.onError((error, c) => answerTo(deps, error, c.get('requestId')));
  return {
    fetch: (request, env = {}) =>
      edges !== null && isGraphql(request) ? edges.answerGraphql(request, env) : app.fetch(request, env),
    retire: () => operations.retire(),
    answerRest: edges?.answerRest ?? null,
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

interface Edges extends Pick<App, 'answerRest'>, AsyncDisposable {
  /** What the router answers at `/graphql`, without it: it costs as much as half of a short answer. */
  answerGraphql(request: Request, env: object): Promise<Response>;
}

/** What sellers, bidders and admins ask for. */
function mountEdges(app: Hono<Env>, deps: Deps): Edges {
  const { publicUrl, trustedProxies } = deps.config;
  const counters = makeCounters(deps.config);
  const page = makeAuctionPage(deps, counters);
  const admin = makeAdmin(deps, counters);
  const limits = makeRequestLimits(deps.config, counters);
  const knownKeys = makeKnownKeys();
  const read = makeReader(schema, deps.config);
  const change = makeChanger(schema, deps.config);
  const graphql = makeGraphqlServer(deps, { limits, knownKeys, read, change });
  const rest = makeRestServer(deps, { schema, makeContext, read, change }, limits, knownKeys);

  /** Answers a request that goes past the router. */
  const serve = <Given extends { readonly status: number }>(
    { method, header }: Pick<RestRequest, 'method' | 'header'>,
    { socketAddress, route }: { socketAddress: string; route: () => string },
    answer: (from: { address: string; requestId: string }) => Promise<Given>,
  ) => {
    const requestId = requestIdOf(header('x-request-id'), deps.config);
    const address = addressOf(header('x-forwarded-for'), socketAddress, trustedProxies);
    const traceparent = believed(deps, header('traceparent'));
    return observed(deps, { method, requestId, route, traceparent }, () => answer({ address, requestId }));
  };

  const serveRest = (request: RestRequest, socketAddress: string) => {
    const route = () => routeTemplate(request.pathname);
    return serve(request, { socketAddress, route }, (from) => rest(request, from));
  };

  const answerRest = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      await answerSocket(serveRest, incoming, outgoing);
    } catch (error) {
      // Refusals and outages have been answered: this is a bug, and must not end the process.
      deps.log.error({ err: error }, 'a /v1 request failed');
      outgoing.destroy();
    }
  };

  app.all('/v1/*', async (c) => {
    const address = clientAddress(c, trustedProxies);
    return responseOf(await rest(restRequestOf(c.req.raw), { address, requestId: c.get('requestId') }));
  });
  app.all('/graphql', (c) => {
    const address = clientAddress(c, trustedProxies);
    return graphql.answer(c.req.raw, { address, requestId: c.get('requestId') });
  });
  app.get(
    '/graphql/files/:name',
    async (c) => (await serveGraphiqlFile(c.req.raw, c.req.param('name'))) ?? c.notFound(),
  );
  app.route('/auctions', page.routes);
  app.post('/provider-events/stripe', (c) => takeStripeEvent(deps, c.req.raw));
  app.route('/admin', admin.routes);
  if (deps.config.graphiql !== 'open') {
    // What introspection tells, for those who may ask for it.
    app.use('/docs/schema.graphql', async (c, next) => {
      await identifyAdmin(deps, c.req.raw);
      await next();
    });
  }
  app.route(
    '/docs',
    makeDocs({
      publicUrl,
      openapi: () => openapiDocument(schema, { publicUrl }),
      schema: printedSchema,
    }),
  );

  return {
    answerRest,
    answerGraphql(request, env) {
      const asked = { method: request.method, header: (name: string) => request.headers.get(name) };
      return serve(asked, { socketAddress: socketAddressOf(env), route: () => '/graphql' }, (from) =>
        graphql.answer(request, from).catch((error: unknown) => answerTo(deps, error, from.requestId)),
      );
    },
    async [Symbol.asyncDispose]() {
      graphql[Symbol.dispose]();
      await page[Symbol.asyncDispose]();
      await admin[Symbol.asyncDispose]();
      await counters[Symbol.asyncDispose]();
    },
  };
}

/** An operation of GraphQL. Whatever else there is at that address is for the router. */
function isGraphql({ method, url }: Request): boolean {
  return method === 'POST' && /^https?:\/\/[^/?#]+\/graphql$/.test(url);
}

/** What a client is told of something that was thrown on the way to its answer. */
function answerTo({ config, log }: Pick<Deps, 'config' | 'log'>, thrown: unknown, requestId: string): Response {
  const refusal = refusalOf(thrown);
  if (refusal !== thrown) log.error({ err: thrown, requestId }, 'a request failed');
  return responseOf(problem(refusal, { publicUrl: config.publicUrl, requestId }, { 'x-request-id': requestId }));
}

/** Strangers begin no traces of ours. */
function believed({ config }: Pick<Deps, 'config'>, header: string | null | undefined): string | null | undefined {
  return config.trustedProxies > 0 ? header : null;
}
