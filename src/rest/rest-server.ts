import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { authenticate } from '../auth/authenticate.ts';
import type { KnownKeys } from '../auth/known-keys.ts';
import { tokenDigest } from '../core/bearer-token.ts';
import { noteViewer } from '../core/journey.ts';
import { refusalOf } from '../core/outage.ts';
import { Refusal } from '../core/refusal.ts';
import { requireScope, type Scope, type Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader, readIdempotencyKey } from '../idempotency/read-idempotency-key.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { answerOnce } from './answer-once.ts';
import { readBody } from './check-body.ts';
import { readQuery } from './check-query.ts';
import { checkRequest, type ReadRequest } from './check-request.ts';
import { entityTag, isKnown } from './entity-tag.ts';
import { findRoute, type FoundRoute, MethodNotAllowed } from './find-route.ts';
import { type GeneratedOperation, generateOperations } from './generated-operations.ts';
import { linkHeader } from './link-header.ts';
import { problem } from './problem.ts';
import type { RestAnswer } from './rest-answer.ts';
import type { RestRequest } from './rest-request.ts';
import { changeOperation, type Operations, type Outcome, readOperation, runOperation } from './run-operation.ts';
import { type Route, routes } from './route-table.ts';

/** Answers everything below `/v1`. */
export type RestServer = (request: RestRequest, from: { address: string; requestId: string }) => Promise<RestAnswer>;

/** @param limits count every request, whatever becomes of it */
export function makeRestServer(
  deps: Deps,
  operations: Operations,
  limits: RequestLimits,
  knownKeys: KnownKeys,
): RestServer {
  const { publicUrl } = deps.config;
  const { schema, makeContext } = operations;
  const generating = generateOperations(schema);
  const scopeOf = scopesIn(schema);

  async function answer(request: RestRequest, requestId: string, digest: string | null): Promise<RestAnswer> {
    const viewer = knownKeys.find(digest);
    const read = viewer === null ? null : await readOnly(request, viewer);
    if (read !== null) return read;
    const known = seesKeyItself(request) ? viewer : null;
    if (known === null) return await answerTo(await verify(request, digest), request, requestId);
    try {
      const changed = await answerTo(known, request, requestId);
      noteUse(known);
      return changed;
    } catch (error) {
      // Whose key is dead is told that, whatever else there is to say.
      await verify(request, digest);
      throw error;
    }
  }

  async function verify(request: RestRequest, digest: string | null): Promise<Viewer> {
    const viewer = await authenticate(deps, request.header('authorization'));
    knownKeys.remember(digest, viewer);
    return viewer;
  }

  function noteUse(viewer: Viewer): void {
    noteViewer(viewer);
    deps.keyUse.note(viewer.apiKeyId);
  }

  async function answerTo(viewer: Viewer, request: RestRequest, requestId: string): Promise<RestAnswer> {
    const found = findRoute(request.method, request.pathname);
    const generated = (await generating).get(found.route)!;
    requireScope(viewer, scopeOf(found.route.operation));
    // Bids that are asked for need theirs even where no auction turns up to carry any.
    if (asksForBids(request)) requireScope(viewer, scopeOf('Auction.bids'));
    // A GET changes nothing: sent again, it answers what is so then.
    const header = found.route.method === 'GET' ? null : request.header(idempotencyKeyHeader);
    const { key, faults } = readIdempotencyKey(header);
    const text = await readBody(request, found.route.body !== undefined);
    const toCheck: ReadRequest = { ...found, query: request.query, text, faults };

    const run = async (its: Deps) => {
      const variables = { ...generated.defaults, ...(await checkRequest(its.db.pool, viewer, toCheck)) };
      const outcome = await outcomeOf(its, viewer, found.route, generated, variables, requestId);
      return found.route.method === 'GET'
        ? shown(publicUrl, found, request, outcome)
        : changed(publicUrl, found, outcome);
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
  async function readOnly(request: RestRequest, viewer: Viewer): Promise<RestAnswer | null> {
    if (request.method !== 'GET') return null;
    if (request.header('content-length') !== null || request.header('transfer-encoding') !== null) return null;
    const found = soundRoute(request);
    if (found === null) return null;
    const { values, faults } = readQuery(found.route.query, request.query);
    if (faults.length > 0) return null;
    const generated = (await generating).get(found.route)!;
    const outcome = await readOperation(operations, deps, viewer, generated, {
      ...generated.defaults,
      ...values,
      ...found.ids,
    });
    if (outcome === null) return null;
    noteUse(viewer);
    return shown(publicUrl, found, request, outcome);
  }

  async function outcomeOf(
    its: Deps,
    viewer: Viewer,
    route: Route,
    generated: GeneratedOperation,
    variables: Readonly<Record<string, unknown>>,
    requestId: string,
  ): Promise<Outcome> {
    const planned =
      route.method === 'GET'
        ? await readOperation(operations, its, viewer, generated, variables)
        : await changeOperation(operations, its, { ...viewer, requestId }, generated, variables);
    return (
      planned ?? (await runOperation(operations, route, generated, variables, makeContext(its, viewer, requestId)))
    );
  }

  async function answerOrRefuse(request: RestRequest, requestId: string, digest: string | null): Promise<RestAnswer> {
    try {
      return await answer(request, requestId, digest);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal !== thrown) deps.log.error({ err: thrown, requestId }, 'a /v1 request failed');
      const headers = refusal instanceof MethodNotAllowed ? { allow: refusal.allowed } : {};
      return problem(refusal, { publicUrl, requestId }, headers);
    }
  }

  return async (request, { address, requestId }) => {
    const digest = tokenDigest(request.header('authorization'));
    const counted = await limits.count({ address, digest });
    const given = counted.isRefused
      ? problem(new Refusal('rate_limited'), { publicUrl, requestId })
      : await answerOrRefuse(request, requestId, digest);
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

type ScopedField = Route['operation'] | 'Auction.bids';

/**
 * The scopes are declared where the operation and the field are. Checked before the request's faults: who may not ask,
 * learns nothing.
 */
function scopesIn(schema: GraphQLSchema): (field: ScopedField) => Scope {
  const fields: readonly ScopedField[] = [...routes.map(({ operation }) => operation), 'Auction.bids'];
  const scopes = new Map(
    fields.map((field) => {
      const [typeName, fieldName] = field.split('.') as [string, string];
      const type = schema.getType(typeName) as GraphQLObjectType;
      return [field, type.getFields()[fieldName]!.extensions['scope'] as Scope];
    }),
  );
  return (field) => scopes.get(field)!;
}

function asksForBids({ query }: RestRequest): boolean {
  return query !== '' && new URLSearchParams(query).get('includeBids') === 'true';
}

function changed(publicUrl: string, { route }: FoundRoute, { body, auctionId }: Outcome): RestAnswer {
  const location = route.status === 201 ? { location: `${publicUrl}/v1/auctions/${auctionId}` } : {};
  return { status: route.status, headers: { ...ofJson, 'cache-control': 'no-store', ...location }, body };
}

/** What was asked for; or that it has not changed, which whoever polls can ask by the tag of an earlier answer. */
function shown(
  publicUrl: string,
  { route, path }: FoundRoute,
  request: RestRequest,
  { body, hasNext }: Outcome,
): RestAnswer {
  const etag = entityTag(body);
  const headers: Record<string, string> = { 'cache-control': 'private, no-cache', etag };
  if (hasNext !== null) {
    const { limit, offset } = readQuery(route.query, request.query).values as { limit: number; offset: number };
    const link = linkHeader(`${publicUrl}/v1${path}`, request.query, { limit, offset, hasNext });
    if (link !== null) headers['link'] = link;
  }
  if (isKnown(etag, request.header('if-none-match'))) return { status: 304, headers, body: '' };
  return { status: route.status, headers: { ...ofJson, ...headers }, body };
}

const ofJson = { 'content-type': 'application/json' };
