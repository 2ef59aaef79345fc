import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { authenticate } from '../auth/authenticate.ts';
import { makeKnownKeys } from '../auth/known-keys.ts';
import { bearerToken } from '../core/bearer-token.ts';
import { noteViewer } from '../core/journey.ts';
import { refusalOf } from '../core/outage.ts';
import { pageSizeLimit } from '../core/page-input.ts';
import { Refusal } from '../core/refusal.ts';
import { requireScope, type Scope, type Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader, readIdempotencyKey } from '../idempotency/read-idempotency-key.ts';
import type { Answer } from '../idempotency/stored-answer.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { answerOnce } from './answer-once.ts';
import { readBody } from './check-body.ts';
import { readQuery } from './check-query.ts';
import { checkRequest, type ReadRequest } from './check-request.ts';
import { findRoute, type FoundRoute, MethodNotAllowed } from './find-route.ts';
import { type GeneratedOperation, generateOperations } from './generated-operations.ts';
import { linkHeader } from './link-header.ts';
import { problem } from './problem.ts';
import type { RestRequest } from './rest-request.ts';
import { type Operations, type Outcome, readOperation, runOperation } from './run-operation.ts';
import type { Route } from './route-table.ts';

/** Answers everything below `/v1`. */
export type RestServer = (request: RestRequest, from: { address: string; requestId: string }) => Promise<Answer>;

/** @param limits count every request, whatever becomes of it */
export function makeRestServer(deps: Deps, operations: Operations, limits: RequestLimits): RestServer {
  const { publicUrl } = deps.config;
  const { schema, makeContext } = operations;
  const generating = generateOperations(schema);
  const knownKeys = makeKnownKeys();

  async function answer(request: RestRequest, requestId: string): Promise<Answer> {
    const read = await readOnly(request);
    if (read !== null) return read;
    const authorization = request.header('authorization');
    const known = seesKeyItself(request) ? knownKeys.find(authorization) : null;
    if (known === null) return await answerTo(await verify(authorization), request, requestId);
    try {
      const changed = await answerTo(known, request, requestId);
      noteUse(known);
      return changed;
    } catch (error) {
      // Whose key is dead is told that, whatever else there is to say.
      await verify(authorization);
      throw error;
    }
  }

  async function verify(authorization: string | null): Promise<Viewer> {
    const viewer = await authenticate(deps, authorization);
    knownKeys.remember(authorization, viewer);
    return viewer;
  }

  function noteUse(viewer: Viewer): void {
    noteViewer(viewer);
    deps.keyUse.note(viewer.apiKeyId);
  }

  async function answerTo(viewer: Viewer, request: RestRequest, requestId: string): Promise<Answer> {
    const found = findRoute(request.method, request.pathname);
    const generated = (await generating).get(found.route)!;
    for (const scope of scopesOf(schema, found.route, request.query)) requireScope(viewer, scope);
    // A GET changes nothing: sent again, it answers what is so then.
    const header = found.route.method === 'GET' ? null : request.header(idempotencyKeyHeader);
    const { key, faults } = readIdempotencyKey(header);
    const text = await readBody(request, found.route.body !== undefined);
    const toCheck: ReadRequest = { ...found, query: request.query, text, faults };

    const run = async (its: Deps) => {
      const variables = await checkRequest(its.db.pool, viewer, toCheck);
      const outcome = await outcomeOf(its, viewer, found.route, generated, variables, requestId);
      return success(publicUrl, found, request.query, outcome);
    };
    try {
      if (key === null) return await run(deps);
      return await answerOnce(deps, { sellerId: viewer.sellerId, key, requestId }, toCheck, run);
    } finally {
      if (found.route.method !== 'GET') deps.db.replica?.noteWrite(viewer.sellerId);
    }
  }

  /**
   * Answers a sound GET of somebody whose key is known with a single statement, which sees for itself whether the key still
   * lives.
   *
   * @returns `null` where there is more to it, or something to refuse
   */
  async function readOnly(request: RestRequest): Promise<Answer | null> {
    if (request.method !== 'GET') return null;
    const authorization = request.header('authorization');
    const viewer = knownKeys.find(authorization);
    if (viewer === null || request.header('content-length') !== null || request.header('transfer-encoding') !== null)
      return null;
    const found = soundRoute(request);
    if (found === null) return null;
    const { values, faults } = readQuery(found.route.query, request.query);
    if (faults.length > 0) return null;
    const generated = (await generating).get(found.route)!;
    const outcome = await readOperation(operations, deps, viewer, generated, { ...values, ...found.ids });
    if (outcome === null) return null;
    noteUse(viewer);
    return success(publicUrl, found, request.query, outcome);
  }

  async function outcomeOf(
    its: Deps,
    viewer: Viewer,
    route: Route,
    generated: GeneratedOperation,
    variables: Readonly<Record<string, unknown>>,
    requestId: string,
  ): Promise<Outcome> {
    const read = route.method === 'GET' ? await readOperation(operations, its, viewer, generated, variables) : null;
    return read ?? (await runOperation(operations, route, generated, variables, makeContext(its, viewer, requestId)));
  }

  async function answerOrRefuse(request: RestRequest, requestId: string, isOverLimit: boolean): Promise<Answer> {
    try {
      if (isOverLimit) throw new Refusal('rate_limited');
      return await answer(request, requestId);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal !== thrown) deps.log.error({ err: thrown, requestId }, 'a /v1 request failed');
      const headers = refusal instanceof MethodNotAllowed ? { allow: refusal.allowed } : {};
      return problem(refusal, { publicUrl, requestId }, headers);
    }
  }

  return async (request, { address, requestId }) => {
    const counted = await limits.count({ address, token: bearerToken(request.header('authorization')) });
    const given = await answerOrRefuse(request, requestId, counted.isRefused);
    if (given.status === 401) limits.chargeFailure(address);
    return { ...given, headers: { ...given.headers, ...counted.headers, 'x-request-id': requestId } };
  };
}

/** A change finds out in its own statements whether the key still lives. What is kept of an earlier one does not. */
function seesKeyItself(request: RestRequest): boolean {
  return !['GET', 'HEAD'].includes(request.method) && request.header(idempotencyKeyHeader) === null;
}

/** @returns `null` where there is none: whoever asks is authenticated before that is told */
function soundRoute({ method, pathname }: RestRequest): FoundRoute | null {
  try {
    return findRoute(method, pathname);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * The scopes are declared where the operation and the field are. Checked before the request's faults: who may not ask,
 * learns nothing. Bids that are asked for need theirs even where no auction turns up to carry any.
 */
function scopesOf(schema: GraphQLSchema, { operation }: Route, query: URLSearchParams): Scope[] {
  const fields = [operation, ...(query.get('includeBids') === 'true' ? ['Auction.bids'] : [])];
  return fields.map((name) => {
    const [typeName, fieldName] = name.split('.') as [string, string];
    const type = schema.getType(typeName) as GraphQLObjectType;
    return type.getFields()[fieldName]!.extensions['scope'] as Scope;
  });
}

function success(
  publicUrl: string,
  { route, path }: FoundRoute,
  query: URLSearchParams,
  { body, hasNext, auctionId }: Outcome,
): Answer {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (route.status === 201) headers['location'] = `${publicUrl}/v1/auctions/${auctionId}`;
  if (hasNext !== null) {
    const limit = Number(query.get('limit') ?? pageSizeLimit);
    const offset = Number(query.get('offset') ?? 0);
    const link = linkHeader(`${publicUrl}/v1${path}`, query, { limit, offset, hasNext });
    if (link !== null) headers['link'] = link;
  }
  return { status: route.status, headers, body };
}
