import { _createLRUCache as createLruCache, createYoga } from 'graphql-yoga';
import { findAdmin } from '../auth/identify.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { authentication } from './authentication.ts';
import { asksForGraphiql, serveGraphiql } from './graphiql/serve-graphiql.ts';
import { guardedIntrospection } from './guarded-introspection.ts';
import { idempotentMutations } from './idempotent-mutations.ts';
import { limitPlugins, limits } from './limits.ts';
import { listsOnReplica } from './lists-on-replica.ts';
import { observedOperations } from './observed-operations.ts';
import { plannedReads } from './planned-reads.ts';
import { schema } from './schema.ts';
import { shownErrors } from './shown-errors.ts';
import { makeStreamedSubscriptions } from './streamed-subscriptions.ts';
import { strictRequests } from './strict-requests.ts';

/** What a page of another origin may read of an answer, beside its body. */
const exposedHeaders = ['x-request-id', 'idempotent-replayed', 'retry-after', 'ratelimit', 'ratelimit-policy'];

/** Ends its subscriptions when it is disposed of. */
export interface GraphqlServer extends Disposable {
  /**
   * Answers `/graphql`: operations over POST, queries and subscriptions also over GET; to a browser, GraphiQL. With a
   * refusal that was found before, that.
   */
  answer(request: Request, requestId: string, refusal?: Refusal): Promise<Response>;
}

export function makeGraphqlServer(deps: Deps): GraphqlServer {
  const subscriptions = makeStreamedSubscriptions(deps);
  const yoga = createYoga<{ requestId: string; refusal?: Refusal | undefined }>({
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
    maxRequestBodySize: limits.bodyBytes,
    // Keys travel in a header, never in a cookie, so any page may ask in the name of whoever gave it a key.
    cors: { origin: '*', credentials: false, methods: ['GET', 'POST'], exposedHeaders },
    // A document of the most tokens takes half a megabyte once parsed, and callers without a key can send them.
    parserAndValidationCache: {
      documentCache: createLruCache({ max: 100 }),
      errorCache: createLruCache({ max: 100 }),
    },
    plugins: [
      authentication(deps),
      strictRequests,
      guardedIntrospection(deps.config),
      ...limitPlugins,
      idempotentMutations(deps),
      listsOnReplica(deps),
      plannedReads(deps),
      subscriptions.plugin,
      observedOperations,
      shownErrors(deps.log),
    ],
  });
  return {
    async answer(request, requestId, refusal) {
      const shown = asksForGraphiql(request) && refusal === undefined && deps.config.graphiql !== 'off';
      return shown ? await showGraphiql(deps, request) : await yoga.fetch(request, { requestId, refusal });
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
