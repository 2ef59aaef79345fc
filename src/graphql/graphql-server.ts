import { _createLRUCache as createLruCache, createYoga } from 'graphql-yoga';
import { findAdmin } from '../auth/identify.ts';
import type { KnownKeys } from '../auth/known-keys.ts';
import { tokenDigest } from '../core/bearer-token.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { authentication, type ServerContext } from './authentication.ts';
import { asksForGraphiql, serveGraphiql } from './graphiql/serve-graphiql.ts';
import { guardedIntrospection } from './guarded-introspection.ts';
import { idempotentMutations } from './idempotent-mutations.ts';
import { makeKnownOperations } from './known-operations.ts';
import { limitPlugins } from './limits.ts';
import { listsOnReplica } from './lists-on-replica.ts';
import { observedOperations } from './observed-operations.ts';
import { plannedOperations, type Planners } from './planned-operations.ts';
import { bodyReader } from './read-body.ts';
import { schema } from './schema.ts';
import { shownErrors } from './shown-errors.ts';
import { makeStreamedSubscriptions } from './streamed-subscriptions.ts';
import { strictRequests } from './strict-requests.ts';

/** What a page of another origin may read of an answer, beside its body. */
const exposedHeaders = ['x-request-id', 'idempotent-replayed', 'retry-after', 'ratelimit', 'ratelimit-policy'];

/** Ends its subscriptions when it is disposed of. */
export interface GraphqlServer extends Disposable {
  /** Answers `/graphql`: operations over POST, queries and subscriptions also over GET; to a browser, GraphiQL. */
  answer(request: Request, from: { address: string; requestId: string }): Promise<Response>;
}

/** @param shared.limits count every request, whatever becomes of it */
export function makeGraphqlServer(
  deps: Deps,
  { limits: requestLimits, knownKeys, ...planners }: { limits: RequestLimits; knownKeys: KnownKeys } & Planners,
): GraphqlServer {
  const subscriptions = makeStreamedSubscriptions(deps);
  const knownOperations = makeKnownOperations(deps, { schema, knownKeys, ...planners });
  const yoga = createYoga<ServerContext>({
    schema,
    // The platform's own: the server's stand-ins for them cannot be copied, as an answer to HEAD has to be.
    fetchAPI: { Request, Response, Headers },
    logging: false,
    // Errors are masked by our own words, which every other answer shares.
    maskedErrors: false,
    landingPage: false,
    graphiql: false,
    multipart: false,
    batching: false,
    // Bodies are read by us, within a limit.
    maxRequestBodySize: false,
    // Keys travel in a header, never in a cookie, so any page may ask in the name of whoever gave it a key.
    cors: { origin: '*', credentials: false, methods: ['GET', 'POST'], exposedHeaders },
    // A document of the most tokens takes half a megabyte once parsed, and callers without a key can send them.
    parserAndValidationCache: {
      documentCache: createLruCache({ max: 100 }),
      errorCache: createLruCache({ max: 100 }),
    },
    plugins: [
      authentication(deps, knownKeys),
      strictRequests,
      guardedIntrospection(deps.config),
      ...limitPlugins,
      idempotentMutations(deps),
      listsOnReplica(deps),
      plannedOperations(deps, planners),
      subscriptions.plugin,
      observedOperations,
      shownErrors(deps.log),
      knownOperations.plugin,
    ],
  });

  async function answerOrRefuse(request: Request, context: ServerContext): Promise<Response> {
    const isShown = asksForGraphiql(request) && context.refusal === null && deps.config.graphiql !== 'off';
    return isShown ? await showGraphiql(deps, request) : await yoga.fetch(request, context);
  }

  return {
    async answer(request, { address, requestId }) {
      const digest = tokenDigest(request.headers.get('authorization'));
      const counted = await requestLimits.count({ address, digest });
      const added = { ...counted.headers, 'x-request-id': requestId };
      const readBody = bodyReader(request);
      const context = { requestId, digest, readBody };
      const known = counted.isRefused ? null : await knownOperations.answer(request, context);
      if (known !== null && 'body' in known) {
        return new Response(known.body, { headers: { ...known.headers, ...added } });
      }
      const refusal = counted.isRefused ? new Refusal('rate_limited') : null;
      const response = await answerOrRefuse(request, { ...context, ...known, refusal });
      if (response.status === 401) requestLimits.chargeFailure(address);
      for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
      return response;
    },
    [Symbol.dispose]: () => subscriptions[Symbol.dispose](),
  };
}

async function showGraphiql(deps: Deps, request: Request): Promise<Response> {
  const admin = await findAdmin(deps, request);
  if (admin !== null || deps.config.graphiql === 'open') return serveGraphiql(request, { isAdmin: admin !== null });
  const base = new URL(deps.config.publicUrl).pathname.replace(/\/+$/, '');
  return new Response(null, { status: 303, headers: { location: `${base}/admin`, vary: 'accept, cookie' } });
}
