import type { HttpBindings } from '@hono/node-server';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { LRUCache } from 'lru-cache';
import type { Caller, Sender } from '../../api/caller.ts';
import type { KeyCache } from '../../platform/auth/keys-in-use.ts';
import { basePath } from '../../core/base-path.ts';
import { compress, compressResponse } from '../../core/compression.ts';
import {
  bearerToken,
  clientAddress,
  answerPreflight,
  corsHeaders,
  isPreflight,
  looksPublic,
  requestIdOf,
  tokenDigest,
  wantsHtml,
} from '../../core/request-headers.ts';
import { ClientGone } from '../../core/request-body.ts';
import { refusalOf } from '../../core/outage.ts';
import { Refusal } from '../../core/refusal.ts';
import { currentRequest } from '../../core/request-context.ts';
import { securityHeaders } from '../../core/security-headers.ts';
import type { ProcessDeps } from '../../payments/deps.ts';
import type { GraphqlServer } from '../../api/graphql/transport/graphql-server.ts';
import { type Counters, makeCounters } from '../../platform/limits/counters.ts';
import { makeAnswersInFlight } from '../../platform/limits/answers-in-flight.ts';
import { type Counted, makeRequestLimits } from '../../platform/limits/request-limits.ts';
import { observed } from '../observe-request.ts';
import { makeReadiness } from '../readiness.ts';
import { serveMetrics } from '../serve-metrics.ts';
import type { AuctionPage } from '../../pages/auction/make-auction-page.ts';
import { takeMailEvent } from '../provider-events/take-mail-event.ts';
import { takeProviderEvent } from '../provider-events/take-provider-event.ts';
import type { V1 } from '../../api/v1/answer-route.ts';
import { problem } from '../../api/v1/problem.ts';
import { routes } from '../../api/v1/route-table.ts';

/** Everything that the service answers over HTTP. */
export type App = ReturnType<typeof makeRoutes>;

/** The edges that the routes lead to. */
export interface Edges extends AsyncDisposable {
  readonly v1: V1;
  readonly graphql: GraphqlServer;
  readonly page: AuctionPage;
  readonly admin: Hono;
  readonly seller: Hono;
  readonly docs: Hono;
  /**
   * Returns the page of a bidder's request that is refused under overload. It takes almost no time: the page is prepared, in the
   * language of the request.
   */
  readonly overloadPage: (incoming: IncomingMessage) => string;
}

/** Makes the edges on the counters of the process and its cache of keys. */
export type MakeEdges = (deps: ProcessDeps, shared: { counters: Counters; keyCache: KeyCache }) => Edges;

interface Env {
  Variables: {
    requestId: string;
    /** The sender of a request to an API. */
    sender?: Sender;
    /** The caller of `/v1`, once it is found. */
    caller?: Caller;
    /** The budget that a request outside of the APIs was counted into. */
    counted?: Counted;
    /** True for a response that was made with the headers of every response. */
    hasHeaders?: boolean;
  };
}

/** The answer to a request, perhaps compressed. */
interface SentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Files of pages, which anybody opens without a key. */
const filePath = /^\/(?:favicon\.ico$|docs(?:\/|$)|graphql\/files\/|(?:auctions|seller)\/[^/]+\.(?:css|js|svg)$)/;

/** The only requests that are not counted. */
const probePath = /^\/(?:healthz|readyz)$/;

const apiPath = /^\/(?:graphql$|v1(?:\/|$))/;

/** The documents that tools in pages of other origins read. */
const publishedPath = /^\/docs\/(?:openapi\.json|schema\.graphql)$/;

/**
 * Makes all routes of a process, in the order in which a request meets them.
 *
 * @param makeEdges `null` in a worker, which answers operators alone
 */
export function makeRoutes(deps: ProcessDeps, makeEdges: MakeEdges | null) {
  const { publicUrl, trustedProxies } = deps.config;
  const counters = makeCounters(deps.config);
  const limits = makeRequestLimits(deps.config, counters);
  const answersOf = makeAnswersInFlight();
  // Each entry takes some hundred bytes.
  const keyCache: KeyCache = new LRUCache({ max: 10_000 });
  const secure = securityHeaders(deps.config);
  const readiness = makeReadiness(deps);
  const edges = makeEdges?.(deps, { counters, keyCache }) ?? null;
  const app = new Hono<Env>();

  /** Returns the headers of every response to a request. */
  const headersOf = (c: Context<Env>): Record<string, string> => {
    const { counted } = c.get('sender') ?? {};
    const isForOthers = counted !== undefined || publishedPath.test(c.req.path);
    return {
      ...counted?.headers,
      ...(isForOthers && corsHeaders(c.req.header('origin'))),
      ...secure,
      'x-request-id': c.get('requestId'),
    };
  };

  /** Makes a response of an answer, at once with its headers: to add them later costs as much as the whole routing. */
  const send = (c: Context<Env>, { status, headers, body }: SentAnswer): Response => {
    c.set('hasHeaders', true);
    const given = { ...headers, ...headersOf(c) };
    if (status === 304) return new Response(null, { status, headers: given });
    // HEAD tells the length of the body that GET would send.
    return new Response(body, { status, headers: { ...given, 'content-length': `${Buffer.byteLength(body)}` } });
  };

  /** Sends a long answer in gzip to a client that accepts it. */
  const sendCompressed = async (c: Context<Env>, answer: SentAnswer): Promise<Response> => {
    const { status, headers, body } = answer;
    const compressing = compress(body, headers['etag'], () => c.req.header('accept-encoding'));
    if (compressing === null) return send(c, answer);
    const compressed = await compressing;
    return send(c, { status, headers: { ...headers, ...compressed.headers }, body: compressed.body });
  };

  const refuse = (c: Context<Env>, refusal: Refusal, headers?: Record<string, string>): Response =>
    send(c, problem(refusal, { publicUrl, requestId: c.get('requestId') }, headers));

  app.use(async (c, next) => {
    // Strangers name no request and begin no trace: only a trusted proxy does.
    const ofProxy = (name: string) => (trustedProxies > 0 ? c.req.header(name) : null);
    const requestId = requestIdOf(ofProxy('x-request-id'), deps.config);
    c.set('requestId', requestId);
    const { method, path } = c.req;
    const address = () => clientAddress(c, trustedProxies);
    const route = () => routePath(c, -1);
    const traceparent = ofProxy('traceparent');
    await observed(deps, { method, path, requestId, address, route, traceparent }, async () => {
      await next();
      if (c.get('hasHeaders') !== true) {
        for (const [name, value] of Object.entries(headersOf(c))) c.res.headers.set(name, value);
      }
      return c.res;
    });
  });

  /** Counts a request into the budget of its address; files that never change have one of their own. */
  const countAddress: MiddlewareHandler<Env> = async (c, next) => {
    const isFile = filePath.test(c.req.path);
    const address = clientAddress(c, trustedProxies);
    const counted = await (isFile
      ? limits.countFile(address)
      : limits.count({ address, digest: null, isKnown: false }));
    c.set('counted', counted);
    if (counted.isRefused) c.res = refuse(c, new Refusal('rate_limited'), { ...counted.headers });
    else if (publishedPath.test(c.req.path) && isPreflight(c)) c.res = answerPreflight(c);
    else await next();
    if (hasWrongKey(c)) counted.chargeFailure();
  };

  /** Counts a request to an API into the budgets of its address and its key. */
  const countApi: MiddlewareHandler<Env> = async (c, next) => {
    const header = (name: string) => c.req.header(name) ?? null;
    const address = clientAddress(c, trustedProxies);
    const authorization = header('authorization');
    const digest = tokenDigest(authorization);
    // Everybody may send a public key: who sends it is counted by address alone.
    const owner = looksPublic(bearerToken(authorization)) ? null : digest;
    const counted = await limits.count({ address, digest: owner, isKnown: owner !== null && keyCache.has(owner) });
    const inFlight = answersOf(owner ?? address, (c.env as Partial<HttpBindings> | undefined)?.outgoing);
    c.set('sender', { requestId: c.get('requestId'), address, digest, counted, inFlight });
    // GraphQL refuses in its own form.
    if (counted.isRefused && c.req.path !== '/graphql') c.res = refuse(c, new Refusal('rate_limited'));
    else if (!counted.isRefused && isPreflight(c)) c.res = answerPreflight(c);
    else await next();
    if (hasWrongKey(c)) counted.chargeFailure();
  };

  /** Counts every request but those of probes: whatever is answered, it has taken from one budget at least. */
  app.use(async (c, next) => {
    const { path } = c.req;
    if (probePath.test(path)) return await next();
    if (edges !== null && apiPath.test(path)) return await countApi(c, next);
    const isOfPage = path.startsWith('/auctions/') && !filePath.test(path);
    return edges !== null && isOfPage ? await edges.page.count(c, next) : await countAddress(c, next);
  });

  // Every role answers operators: whether the process is alive, whether to send it requests, and metrics for Prometheus.
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    const read = await readiness.read();
    const isReady = read.status === 'ready' || read.status === 'degraded';
    return c.json(read, isReady ? 200 : 503, { 'cache-control': 'no-store' });
  });
  app.get('/metrics', async (c) => serveMetrics(deps, await readiness.read(), c.req.raw));

  if (edges !== null) {
    const { v1, graphql, page, admin, seller, docs } = edges;

    const findCaller: MiddlewareHandler<Env> = async (c, next) => {
      // A caller without a key learns nothing, not even which paths exist.
      c.set('caller', await v1.findCaller(c, c.get('sender')!));
      await next();
    };
    app.use('/v1/*', findCaller);
    for (const route of routes) {
      app.on(route.method, `/v1${route.path}`, async (c) => {
        return await sendCompressed(c, await v1.answer(c, route, c.get('caller')!));
      });
    }
    for (const [path, its] of Map.groupBy(routes, (route) => route.path)) {
      const methods = its.map(({ method }) => method);
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
      app.all(`/v1${path}`, async (c) => {
        await c.get('caller')!.verify();
        return refuse(c, new Refusal('method_not_allowed'), { allow });
      });
    }

    app.all('/graphql', async (c) => {
      const answer = await graphql.answer(c, c.get('sender')!);
      if (!('contentType' in answer)) {
        c.get('sender')!.inFlight.countWhenSent();
        return await compressResponse(answer, c.req.header('accept-encoding'));
      }
      const headers = { 'content-type': answer.contentType, 'cache-control': 'no-store' };
      return await sendCompressed(c, { status: 200, headers, body: answer.json });
    });
    app.get(
      '/graphql/files/:name',
      async (c) => (await graphql.sendFile(c.req.raw, c.req.param('name'))) ?? c.notFound(),
    );

    // A visitor who tries the service out reads about it. Bidders of a real one find where auctions are.
    const isTriedOut = deps.config.databaseUrl === null;
    app.get('/', async (c) =>
      isTriedOut && wantsHtml(c) ? c.redirect(`${basePath(publicUrl)}/docs`) : await page.sendFrontPage(c),
    );
    app.get('/favicon.ico', (c) => page.sendFavicon(c));
    app.route('/auctions', page.routes);
    app.post('/provider-events/:provider', (c) => takeProviderEvent(deps, c.req.param('provider'), c.req.raw));
    app.post('/mail-events/:token', (c) => takeMailEvent(deps, c.req.param('token'), c.req.raw));
    app.route('/admin', admin);
    app.route('/seller', seller);
    app.get('/docs/schema.graphql', (c) => graphql.sendSchema(c.req.raw));
    app.route('/docs', docs);
  }

  app.notFound(async (c) => {
    const caller = c.get('caller');
    await caller?.verify();
    if (edges !== null && caller === undefined && wantsHtml(c)) return await edges.page.sendNoSuchPage(c);
    return refuse(c, new Refusal('not_found'));
  });
  app.onError(async (thrown, c) => {
    let error: unknown = thrown;
    try {
      // A revoked key gets 401 before any other error.
      await c.get('caller')?.verify();
    } catch (revoked) {
      error = revoked;
    }
    if (error instanceof ClientGone) return error.toAnswer();
    const refusal = refusalOf(error);
    if (refusal !== error) deps.log.error({ err: error, requestId: c.get('requestId') }, 'A request failed.');
    return refuse(c, refusal);
  });

  return {
    /** Fulfilled when every route can be answered. A process that cannot prepare one must not start. */
    ready: edges?.v1.ready ?? Promise.resolve(),
    /** @param env the socket that the request came through, as `@hono/node-server` passes it */
    fetch: (request: Request, env: object = {}) => app.fetch(request, env),
    /** Reports at `/readyz` from now on that the process stops, so that the load balancer sends no requests here any more; continues to answer. */
    retire: () => readiness.retire(),
    /** `null` if this process serves no pages. */
    overloadPage: edges?.overloadPage ?? null,
    /** Answers a request that is no HTTP request of a client, and never reaches the application. */
    refuseMalformed(detail: string): Response {
      const requestId = randomUUID();
      const refusal = new Refusal('invalid_request', { detail });
      const { status, headers, body } = problem(refusal, { publicUrl, requestId }, { 'x-request-id': requestId });
      return new Response(body, { status, headers });
    },
    async [Symbol.asyncDispose]() {
      await edges?.[Symbol.asyncDispose]();
      await counters[Symbol.asyncDispose]();
    },
  };
}

/** A wrong key costs its address more. GraphQL answers a failed look-up with 200, too. */
function hasWrongKey(c: Context): boolean {
  return c.res.status === 401 || currentRequest()?.hasFailedLookup === true;
}
