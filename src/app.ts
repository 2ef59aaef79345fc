import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import { findAdmin, identifyAdmin } from './auth/identify.ts';
import { makeKeyCache } from './auth/key-cache.ts';
import { corsHeaders } from './core/cors.ts';
import { requestIdOf } from './core/request-id.ts';
import {
  answerError,
  type App,
  type Counting,
  type Edges,
  type Env,
  makeBaseApp,
  trustedTraceparent,
} from './base-app.ts';
import type { ProcessDeps } from './deps.ts';
import { makeDocs } from './docs/make-docs.ts';
import { openapiDocument } from './docs/openapi/openapi-document.ts';
import { makeContext } from './graphql/context.ts';
import { serveGraphiqlFile } from './graphql/graphiql/serve-graphiql.ts';
import { makeGraphqlServer } from './graphql/transport/graphql-server.ts';
import { printedSchema } from './graphql/print-schema.ts';
import { makePrepare } from './api/prepare.ts';
import { makeRun } from './api/run.ts';
import { schema } from './graphql/schema.ts';
import { addressOf, clientAddress, socketAddressOf } from './limits/client-address.ts';
import { makeAdmin } from './operations/make-admin.ts';
import { observed } from './operations/observe-request.ts';
import { makeAuctionPage } from './page/auction-page.ts';
import { overloadPage } from './page/overload-pages.ts';
import { basePath } from './core/base-path.ts';
import { wantsHtml } from './page/wants-html.ts';
import { takeProviderEvent } from './provider-events/take-provider-event.ts';
import { answerSocket } from './rest/answer-socket.ts';
import { routeTemplate } from './rest/find-route.ts';
import { responseOf } from './rest/response-of.ts';
import { type RestRequest, restRequestOf } from './rest/rest-request.ts';
import { makeRestServer } from './rest/rest-server.ts';

export type { App } from './base-app.ts';

/** Makes all routes of a process. */
export function createApp(deps: ProcessDeps): App {
  return makeBaseApp(deps, deps.config.role === 'worker' ? null : mountEdges);
}

/** Mounts the routes for sellers, bidders and admins. */
function mountEdges(app: Hono<Env>, deps: ProcessDeps, { counters, limits }: Counting): Edges {
  const { publicUrl, trustedProxies } = deps.config;
  const page = makeAuctionPage(deps, counters);
  const admin = makeAdmin(deps, counters);
  const keyCache = makeKeyCache();
  const prepare = makePrepare(schema, deps.config);
  const run = makeRun(deps, { schema, makeContext });
  const graphql = makeGraphqlServer(deps, { prepare, run, keyCache, limits });
  const rest = makeRestServer(deps, { schema, run, keyCache, limits });

  /** Answers a request that bypasses the router. */
  const serve = <Given extends { readonly status: number }>(
    { method, pathname: path, header }: Pick<RestRequest, 'method' | 'pathname' | 'header'>,
    { socketAddress, route }: { socketAddress: string; route: () => string },
    answer: (from: { address: string; requestId: string }) => Promise<Given>,
  ) => {
    const requestId = requestIdOf(header('x-request-id'), deps.config);
    const address = addressOf(header('x-forwarded-for'), socketAddress, trustedProxies);
    const traceparent = trustedTraceparent(deps, header('traceparent'));
    return observed(deps, { method, path, requestId, address: () => address, route, traceparent }, () =>
      answer({ address, requestId }),
    );
  };

  const serveRest = (request: RestRequest, socketAddress: string) => {
    const route = () => routeTemplate(request.pathname);
    return serve(request, { socketAddress, route }, (from) => rest(request, from));
  };

  const answerRest = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    answerSocket(serveRest, incoming, outgoing).catch((error: unknown) => {
      // Refusals and outages are answered before this: this error is a bug, and must not end the process.
      deps.log.error({ err: error }, 'A /v1 request failed.');
      outgoing.destroy();
    });

  const answerGraphql = (request: Request, from: { address: string; requestId: string }) =>
    graphql.answer(request, from).catch((error: unknown) => {
      const response = answerError(deps, error, from.requestId);
      for (const [name, value] of Object.entries(corsHeaders(request.headers.get('origin')))) {
        response.headers.set(name, value);
      }
      return response;
    });

  app.all('/v1/*', async (c) => {
    const address = clientAddress(c, trustedProxies);
    return responseOf(await rest(restRequestOf(c.req.raw), { address, requestId: c.get('requestId') }));
  });
  app.all('/graphql', (c) => {
    const address = clientAddress(c, trustedProxies);
    return answerGraphql(c.req.raw, { address, requestId: c.get('requestId') });
  });
  app.get('/graphql/files/:name', async (c) => {
    // The files are megabytes: they are sent to those alone who may open GraphiQL.
    const { graphiql } = deps.config;
    const mayOpen = graphiql === 'open' || (graphiql === 'admin' && (await findAdmin(deps, c.req.raw)) !== null);
    return (mayOpen ? await serveGraphiqlFile(c.req.raw, c.req.param('name')) : null) ?? c.notFound();
  });
  app.get('/', (c) => (wantsHtml(c) ? c.redirect(`${basePath(publicUrl)}/docs`) : c.notFound()));
  app.get('/favicon.ico', (c) => page.sendFavicon(c));
  app.route('/auctions', page.routes);
  app.post('/provider-events/:provider', (c) => takeProviderEvent(deps, c.req.param('provider'), c.req.raw));
  app.route('/admin', admin.routes);
  if (deps.config.graphiql !== 'open') {
    // The same content as introspection, for the same callers.
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
    overloadPage,
    noSuchPage: (c) => (wantsHtml(c) ? page.sendNoSuchPage(c) : null),
    answerGraphql(request, env) {
      const parts = {
        method: request.method,
        pathname: '/graphql',
        header: (name: string) => request.headers.get(name),
      };
      return serve(parts, { socketAddress: socketAddressOf(env), route: () => '/graphql' }, (from) =>
        answerGraphql(request, from),
      );
    },
    async [Symbol.asyncDispose]() {
      graphql[Symbol.dispose]();
      await page[Symbol.asyncDispose]();
      await admin[Symbol.asyncDispose]();
    },
  };
}
