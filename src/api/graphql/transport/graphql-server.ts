import type { HttpBindings } from '@hono/node-server';
import { type ExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { createYoga, type Plugin, processRegularResult } from 'graphql-yoga';
import type { Context } from 'hono';
import { type Caller, findCaller, type Sender } from '../../caller.ts';
import { makePrepare } from '../../prepare.ts';
import { findAdmin, identify } from '../../../platform/auth/authenticate.ts';
import type { KeyCache } from '../../../platform/auth/keys-in-use.ts';
import { basePath } from '../../../core/base-path.ts';
import { ClientGone, readBody, requireJson } from '../../../core/request-body.ts';
import { invalidValue, Refusal } from '../../../core/refusal.ts';
import { isOperator, isPublic, type Viewer } from '../../../core/viewer.ts';
import { sendRevalidatedFile, type StaticFile, staticFile } from '../../../core/static-file.ts';
import type { Deps } from '../../../payments/deps.ts';
import { idempotencyKeyHeader } from '../../idempotency/keyed-request.ts';
import { makeContext } from '../context.ts';
import { withEnumValues, withoutSuggested, withoutSuggestions } from '../errors/explain-misspelling.ts';
import { showErrors } from '../errors/show-errors.ts';
import { asksForGraphiql, serveGraphiql, serveGraphiqlFile } from '../graphiql/serve-graphiql.ts';
import { preparedOperations } from '../plugins/prepared-operations.ts';
import { shownErrors } from '../plugins/shown-errors.ts';
import { makeStreamedSubscriptions } from '../plugins/streamed-subscriptions.ts';
import { strictRequests } from '../plugins/strict-requests.ts';
import { printedSchema } from '../print-schema.ts';
import { schema } from '../schema.ts';
import { namesForAdmins, operatorsSchema, publicSchema, schemaFor } from '../schema-parts.ts';
import { cacheable } from './cacheable.ts';
import { answerType, readParams } from './plain-request.ts';
import { type GraphqlRequest, refusedResult, runGraphql, type TextResult } from './run-graphql.ts';
import type { ServerContext } from './server-context.ts';

/** A request with this header, whatever its value, is answered with its cost. */
const costHeader = 'graphql-cost';

/** Adds to a result the number of requests that it counts as for the budgets. */
function withCost({ stringify, ...result }: TextResult, requests: number): TextResult {
  const whole = { ...result, ...(stringify && (JSON.parse(stringify()) as TextResult)) };
  return { ...whole, extensions: { ...result.extensions, cost: { requests } } };
}

export type GraphqlServer = ReturnType<typeof makeGraphqlServer>;

/** An answer that is JSON already. The headers of all answers are added before a `Response` is made of it. */
export interface PlainAnswer {
  readonly contentType: string;
  readonly json: string;
}

/** A request without a key can only read the schema, which costs as much as this many further requests. */
const costWithoutKey = 9;

/**
 * Serves GraphQL over HTTP. A plain request, which is a query or mutation by POST with an answer in JSON, is answered
 * here; Yoga answers the others, and explains malformed requests. The server ends its subscriptions when it is disposed of.
 */
export function makeGraphqlServer(deps: Deps, keyCache: KeyCache) {
  const subscriptions = makeStreamedSubscriptions(deps);
  const { graphiql } = deps.config;

  /** Makes the errors of an answer public. */
  function shown(result: ExecutionResult, { caller, requestId }: Pick<ServerContext, 'caller' | 'requestId'>) {
    const isAdmin = isOperator(caller?.viewer);
    const part = isPublic(caller?.viewer) ? publicSchema : schema;
    const explain = (message: string) => {
      if (graphiql !== 'open' && !(graphiql === 'admin' && isAdmin)) return withoutSuggestions(message);
      return withEnumValues(isAdmin ? message : withoutSuggested(message, namesForAdmins), part);
    };
    return showErrors(result, { log: deps.log, requestId, explain });
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
  /** Makes the server of a part of the schema: nothing that it is asked reaches another part. */
  function makePart(part: GraphQLSchema) {
    const prepare = makePrepare(part, deps.config, part === operatorsSchema);
    const yoga = createYoga<ServerContext>({
      schema: part,
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
        preparedOperations(deps, prepare),
        subscriptions.plugin,
        shownErrors(shown),
      ],
    });
    return { prepare, yoga };
  }

  const whole = makePart(schema);
  const ofOperators = makePart(operatorsSchema);
  const ofPublicKeys = makePart(publicSchema);
  const partOf = (caller: Caller | undefined) =>
    isPublic(caller?.viewer) ? ofPublicKeys : isOperator(caller?.viewer) ? ofOperators : whole;

  /** Lets Yoga answer. It throws the reason of the signal if the client leaves meanwhile. */
  async function askYoga(request: Request, context: ServerContext): Promise<Response> {
    try {
      const response = await partOf(context.caller).yoga.fetch(request, context);
      return isPublic(context.caller?.viewer) ? await cacheable(request, response) : response;
    } catch (error) {
      if (!request.signal.aborted || error !== request.signal.reason) throw error;
      return new ClientGone(error).toAnswer();
    }
  }

  async function respond(c: Context, sender: Sender): Promise<Response | PlainAnswer> {
    const request = c.req.raw;
    const { requestId, counted, address } = sender;
    let caller: Caller | undefined;
    try {
      if (counted.isRefused) throw new Refusal('rate_limited');
      const { keyUse } = deps;
      caller = await findCaller({ keyUse, keyCache }, sender, () => identify(deps, request, sender.digest));
      // A request without a key can only read the schema.
      if (caller.viewer === null && graphiql !== 'open') throw new Refusal('missing_api_key');
      if (caller.viewer === null) counted.charge(costWithoutKey);
      else refuseOtherOrigins(caller.viewer, request);
      if (request.headers.has('if-match'))
        throw invalidValue('If-Match', 'Is obeyed by /v1 alone. Leave it out here, and send ifUnchangedSince.');
      const isPost = request.method === 'POST';
      if (isPost) requireJson(request);
      const body = isPost ? await readBody(request, (c.env as Partial<HttpBindings> | undefined)?.incoming) : '';
      const context = { requestId, caller, address, body, refusal: null };
      const type = answerType(request.headers.get('accept'));
      const params = isPost && type !== null ? readParams(body) : null;
      const { prepare } = partOf(caller);
      const prepared = params === null ? null : prepare(params.query, caller.charge).operation(params.operationName);
      if (prepared === null || prepared.operation.operation === OperationTypeNode.SUBSCRIPTION)
        return await askYoga(request, context);
      const asked = { type: type!, params: params!, prepared };
      return await answerPlain(request, context, asked, () => counted.cost);
    } catch (refusal) {
      if (refusal instanceof ClientGone) throw refusal;
      return await askYoga(request, {
        requestId,
        address,
        body: '',
        refusal: refusal as Error,
        ...(caller && { caller }),
      });
    }
  }

  async function answerPlain(
    request: Request,
    { caller, requestId }: { caller: Caller; requestId: string },
    { type, ...asked }: Pick<GraphqlRequest, 'params' | 'prepared'> & { readonly type: string },
    cost: () => number,
  ): Promise<Response | PlainAnswer> {
    const idempotencyKey = request.headers.get(idempotencyKeyHeader);
    const asksForCost = request.headers.has(costHeader);
    let result: TextResult;
    try {
      result = await runGraphql(deps, { ...asked, caller, requestId, idempotencyKey });
      const { stringify, errors, extensions } = result;
      if (stringify !== undefined && errors === undefined && extensions === undefined && !asksForCost) {
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
    if (asksForCost) result = withCost(result, cost());
    return processRegularResult(shown(result, { caller, requestId }), whole.yoga.fetchAPI, type);
  }

  return {
    /** Answers `/graphql`: operations over POST, queries and subscriptions also over GET; to a browser, GraphiQL. */
    async answer(c: Context, sender: Sender): Promise<Response | PlainAnswer> {
      const opensGraphiql = graphiql !== 'off' && !sender.counted.isRefused && asksForGraphiql(c.req.raw);
      const response = opensGraphiql ? await showGraphiql(deps, c.req.raw) : await respond(c, sender);
      if (!('contentType' in response) && !response.headers.has('cache-control')) {
        response.headers.set('cache-control', 'no-store');
      }
      return response;
    },
    /** Sends a file of GraphiQL; `null`: there is none, or not for this caller. */
    async sendFile(request: Request, name: string): Promise<Response | null> {
      // The files are megabytes: they are sent to those alone who may open GraphiQL.
      const mayOpen = graphiql === 'open' || (graphiql === 'admin' && (await findAdmin(deps, request)) !== null);
      return mayOpen ? await serveGraphiqlFile(request, name) : null;
    },
    /**
     * Sends the schema in its own language: the part that the caller sees.
     *
     * @throws Refusal as `identify`; `missing_api_key` without a key, unless GraphiQL is open to all
     */
    async sendSchema(request: Request): Promise<Response> {
      const viewer = await identify(deps, request);
      if (viewer === null && graphiql !== 'open') throw new Refusal('missing_api_key');
      return await sendRevalidatedFile(request, fileOf(schemaFor(viewer)), {
        'cache-control': 'private, no-cache',
        vary: 'authorization, cookie, accept-encoding',
      });
    },
    [Symbol.dispose]: () => subscriptions[Symbol.dispose](),
  };
}

/**
 * Refuses a key that only pages of other origins may send. A request without an origin is no page's.
 *
 * @throws Refusal `insufficient_scope`
 */
function refuseOtherOrigins({ origins }: Viewer, request: Request): void {
  if (origins == null || origins.includes(request.headers.get('origin') ?? '')) return;
  throw new Refusal('insufficient_scope', { detail: 'The API key may be sent by pages of other origins only.' });
}

const schemaFiles = new Map<GraphQLSchema, StaticFile>();

/** Returns the file of a part of the schema, which is printed once. */
function fileOf(part: GraphQLSchema): StaticFile {
  const file = schemaFiles.get(part) ?? staticFile(printedSchema(part), 'graphql');
  schemaFiles.set(part, file);
  return file;
}

async function showGraphiql(deps: Deps, request: Request): Promise<Response> {
  const admin = await findAdmin(deps, request);
  if (admin !== null || deps.config.graphiql === 'open') return serveGraphiql(request, { isAdmin: admin !== null });
  const base = basePath(deps.config.publicUrl);
  return new Response(null, { status: 303, headers: { location: `${base}/admin`, vary: 'accept, cookie' } });
}
