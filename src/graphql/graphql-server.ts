import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { ExecutionResult } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { authenticate } from '../auth/authenticate.ts';
import { refusalOf } from '../core/outage.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { makeContext } from './context.ts';
import { graphiqlOptions, renderGraphiql } from './graphiql.ts';
import { schema } from './schema.ts';
import { refusalExtensions, showErrors } from './show-errors.ts';

interface ServerContext {
  readonly requestId: string;
}

/** Far above what a front end asks for and far below what would hurt. Introspection has 13 levels. */
const limits = { depth: 15, aliases: 30, tokens: 2_000, cost: 10_000 };

/** Answers `/graphql`: operations over POST or GET, GraphiQL to a browser. */
export function makeGraphqlServer(deps: Deps): (request: Request, requestId: string) => Promise<Response> {
  const yoga = createYoga<ServerContext>({
    schema,
    logging: false,
    // Errors are masked by our own words, which every other answer shares.
    maskedErrors: false,
    landingPage: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: 64 * 1024,
    // Keys travel in a header, never in a cookie, so any page may ask in the name of whoever gave it a key.
    cors: { origin: '*', credentials: false, methods: ['GET', 'POST'] },
    graphiql: graphiqlOptions,
    renderGraphiQL: renderGraphiql,
    plugins: [
      maxTokensPlugin({ n: limits.tokens }),
      maxDepthPlugin({ n: limits.depth, ignoreIntrospection: true }),
      maxAliasesPlugin({ n: limits.aliases }),
      costLimitPlugin({ maxCost: limits.cost, ignoreIntrospection: true }),
      shownErrors(deps),
    ],
  });

  return async (request, requestId) => {
    const authorization = request.headers.get('authorization');
    try {
      const viewer = authorization === null ? null : await authenticate(deps, authorization);
      return await yoga.fetch(request, { ...makeContext(deps, viewer, requestId) });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code !== 'invalid_api_key' && refusal.code !== 'missing_api_key') {
        deps.log.error({ err: error, requestId }, 'a GraphQL request failed');
      }
      return refuse(refusal, requestId);
    }
  };
}

function shownErrors({ log }: Deps): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, setResult, serverContext: { requestId } }) {
      if (Symbol.asyncIterator in result || Array.isArray(result)) return;
      setResult(showErrors(result as ExecutionResult, { log, requestId }));
    },
  };
}

/** A request that is refused as a whole, before any operation of it is looked at. */
function refuse(refusal: Refusal, requestId: string): Response {
  const status = refusal.code === 'unavailable' ? 503 : refusal.code === 'internal_error' ? 500 : 401;
  return Response.json(
    { errors: [{ message: refusal.message, extensions: refusalExtensions(refusal, requestId) }] },
    {
      status,
      headers: {
        'content-type': 'application/graphql-response+json; charset=utf-8',
        'access-control-allow-origin': '*',
        ...(status === 401 ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {}),
        ...(status === 503 ? { 'retry-after': '1' } : {}),
      },
    },
  );
}
