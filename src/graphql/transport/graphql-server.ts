import { createYoga, type Plugin, processRegularResult } from 'graphql-yoga';
import { type ExecutionResult, OperationTypeNode } from 'graphql';
import { type Caller, findCaller } from '../../api/caller.ts';
import type { Prepare } from '../../api/prepare.ts';
import type { Run } from '../../api/run.ts';
import { findAdmin, identify } from '../../auth/identify.ts';
import type { KeyCache } from '../../auth/key-cache.ts';
import { basePath } from '../../core/base-path.ts';
import { tokenDigest } from '../../core/bearer-token.ts';
import { corsHeaders, isPreflight, preflightAnswer } from '../../core/cors.ts';
import { currentRequest } from '../../core/request-context.ts';
import { securityHeaders } from '../../core/security-headers.ts';
import { ClientGone, clientGoneStatus } from '../../core/client-gone.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Deps } from '../../deps.ts';
import { idempotencyKeyHeader } from '../../idempotency/read-idempotency-key.ts';
import type { Counted, RequestLimits } from '../../limits/request-limits.ts';
import { makeContext } from '../context.ts';
import { hideSuggestions } from '../errors/hide-suggestions.ts';
import { sayEnumValues } from '../errors/say-enum-values.ts';
import { showErrors } from '../errors/show-errors.ts';
import { asksForGraphiql, serveGraphiql } from '../graphiql/serve-graphiql.ts';
import { preparedOperations } from '../plugins/prepared-operations.ts';
import { shownErrors } from '../plugins/shown-errors.ts';
import { makeStreamedSubscriptions } from '../plugins/streamed-subscriptions.ts';
import { strictRequests } from '../plugins/strict-requests.ts';
import { schema } from '../schema.ts';
import { answerType, isJson, readParams } from './plain-request.ts';
import { bodyReader } from './read-body.ts';
import { refusedResult, runGraphql, type TextResult } from './run-graphql.ts';
import type { ServerContext } from './server-context.ts';

/** A server that ends its subscriptions when it is disposed of. */
export interface GraphqlServer extends Disposable {
  /** Answers `/graphql`: operations over POST, queries and subscriptions also over GET; to a browser, GraphiQL. */
  answer(request: Request, from: { address: string; requestId: string }): Promise<Response>;
}

/** A request without a key can only read the schema, which costs as much as this many further requests. */
const costWithoutKey = 9;

interface Api {
  readonly prepare: Prepare;
  readonly run: Run;
  readonly keyCache: KeyCache;
  /** Counts every request, whatever its outcome. */
  readonly limits: RequestLimits;
}

/** An answer that is JSON already. The headers of all answers are added before a `Response` is made of it. */
interface PlainAnswer {
  readonly contentType: string;
  readonly json: string;
}

/**
 * Serves GraphQL over HTTP. A plain request, which is a query or mutation by POST with an answer in JSON, is answered
 * here; Yoga answers the others, and explains malformed requests.
 */
export function makeGraphqlServer(deps: Deps, { prepare, run, keyCache, limits }: Api): GraphqlServer {
  const subscriptions = makeStreamedSubscriptions(deps);
  const secure = securityHeaders(deps.config);

  /** Makes the errors of an answer public. */
  function shown(result: ExecutionResult, { caller, requestId }: Pick<ServerContext, 'caller' | 'requestId'>) {
    const { graphiql } = deps.config;
    const maySeeSchema = graphiql === 'open' || (graphiql === 'admin' && caller?.viewer?.scopes.has('admin') === true);
    return showErrors(maySeeSchema ? sayEnumValues(result, schema) : hideSuggestions(result), {
      log: deps.log,
      requestId,
    });
  }

  const verifiedCaller: Plugin<ServerContext, ServerContext> = {
    async onRequestParse({ serverContext }) {
      const { caller, refusal, requestId } = serverContext;
      const viewer = (await caller?.verify()) ?? null;
      if (refusal !== null) throw refusal;
      // Yoga passes this same object to the resolvers.
      Object.assign(serverContext, makeContext(deps, viewer, requestId));
    },
  };
  const yoga = createYoga<ServerContext>({
    schema,
    // The platform's own classes: an answer to HEAD is a copy, and Yoga's replacements cannot be copied.
    fetchAPI: { Request, Response, Headers },
    logging: false,
    // Errors are masked by this service's own messages, which every other answer shares.
    maskedErrors: false,
    landingPage: false,
    graphiql: false,
    multipart: false,
    batching: false,
    // This service has its own limits, headers and cache.
    maxRequestBodySize: false,
    cors: false,
    parserAndValidationCache: false,
    plugins: [
      verifiedCaller,
      strictRequests,
      preparedOperations(deps, prepare, run),
      subscriptions.plugin,
      shownErrors(shown),
    ],
  });

  /** Lets Yoga answer. It throws the reason of the signal if the client leaves meanwhile. */
  async function askYoga(request: Request, context: ServerContext): Promise<Response> {
    try {
      return await yoga.fetch(request, context);
    } catch (error) {
      if (!request.signal.aborted || error !== request.signal.reason) throw error;
      return new Response(null, { status: clientGoneStatus });
    }
  }

  /**
   * Answers a plain request.
   *
   * @returns `null` if Yoga must answer
   */
  async function answerPlain(
    request: Request,
    context: ServerContext & { caller: Caller },
  ): Promise<Response | PlainAnswer | null> {
    if (request.method !== 'POST' || !isJson(request.headers.get('content-type'))) return null;
    const params = readParams(await context.readBody());
    const type = answerType(request.headers.get('accept'));
    if (type === null) return null;
    const { caller, requestId } = context;
    const prepared = params === null ? null : prepare(params.query, caller.charge).operation(params.operationName);
    if (params === null || prepared === null || prepared.kind === OperationTypeNode.SUBSCRIPTION) return null;

    const idempotencyKey = request.headers.get(idempotencyKeyHeader);
    let result: TextResult;
    try {
      result = await runGraphql(deps, run, { prepared, caller, requestId, params, idempotencyKey });
      const { stringify, errors, extensions } = result;
      if (stringify !== undefined && errors === undefined && extensions === undefined) {
        return { contentType: `${type}; charset=utf-8`, json: stringify() };
      }
      if (result.errors !== undefined) await caller.verify();
    } catch (thrown) {
      // A revoked key gets 401 before any other error.
      result = refusedResult(
        await caller.verify().then(
          () => thrown as Error,
          (dead: Error) => dead,
        ),
      );
    }
    return processRegularResult(shown(result, context), yoga.fetchAPI, type);
  }

  async function respond(
    request: Request,
    requestId: string,
    { digest, counted }: { digest: string | null; counted: Counted },
  ): Promise<Response | PlainAnswer> {
    const readBody = bodyReader(request);
    let caller: Caller | undefined;
    try {
      const authenticate = () => identify(deps, request, digest);
      caller = await findCaller({ keyUse: deps.keyUse, keyCache }, { digest, requestId, counted, authenticate });
      // A request without a key can only read the schema.
      if (caller.viewer === null && deps.config.graphiql !== 'open') throw new Refusal('missing_api_key');
      if (caller.viewer === null) counted.charge(costWithoutKey);
      const context = { requestId, readBody, caller, refusal: null };
      return (await answerPlain(request, context)) ?? (await askYoga(request, context));
    } catch (refusal) {
      if (refusal instanceof ClientGone) return new Response(null, { status: clientGoneStatus });
      return await askYoga(request, { requestId, readBody, refusal: refusal as Error, ...(caller && { caller }) });
    }
  }

  return {
    async answer(request, { address, requestId }) {
      const digest = tokenDigest(request.headers.get('authorization'));
      const counted = await limits.count({ address, digest, isKnown: keyCache.find(digest) !== null });
      let response: Response | PlainAnswer;
      if (counted.isRefused) {
        const refusal = new Refusal('rate_limited');
        response = await askYoga(request, { requestId, readBody: bodyReader(request), refusal });
      } else if (isPreflight(request.method, (name) => request.headers.get(name))) {
        response = new Response(null, preflightAnswer);
      } else if (asksForGraphiql(request) && deps.config.graphiql !== 'off') {
        response = await showGraphiql(deps, request);
      } else response = await respond(request, requestId, { digest, counted });
      const added: Record<string, string> = {
        ...counted.headers,
        ...corsHeaders(request.headers.get('origin')),
        ...secure,
        'x-request-id': requestId,
      };
      if ('contentType' in response) {
        const { contentType, json } = response;
        return new Response(json, { headers: { 'content-type': contentType, 'cache-control': 'no-store', ...added } });
      }
      if (response.status === 401 || currentRequest()?.hasFailedLookup === true) counted.chargeFailure();
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
      for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
      return response;
    },
    [Symbol.dispose]: () => subscriptions[Symbol.dispose](),
  };
}

async function showGraphiql(deps: Deps, request: Request): Promise<Response> {
  const admin = await findAdmin(deps, request);
  if (admin !== null || deps.config.graphiql === 'open') return serveGraphiql(request, { isAdmin: admin !== null });
  const base = basePath(deps.config.publicUrl);
  return new Response(null, { status: 303, headers: { location: `${base}/admin`, vary: 'accept, cookie' } });
}
