import type { ExecutionResult, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { authenticate } from '../auth/authenticate.ts';
import { refusalOf } from '../core/outage.ts';
import { pageSizeLimit } from '../core/page-input.ts';
import type { Refusal } from '../core/refusal.ts';
import { requireScope, type Scope, type Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader, readIdempotencyKey } from '../idempotency/read-idempotency-key.ts';
import { answerOnce } from './answer-once.ts';
import { readBody } from './check-body.ts';
import { type CheckedRequest, checkRequest, type ReadRequest } from './check-request.ts';
import { findRoute, MethodNotAllowed } from './find-route.ts';
import { generateOperations } from './generated-operations.ts';
import { linkHeader } from './link-header.ts';
import { problem } from './problem.ts';
import type { Route } from './route-table.ts';

/** What `/v1` runs on: the public schema, and the context that its resolvers expect. */
export interface Operations {
  readonly schema: GraphQLSchema;
  readonly makeContext: (deps: Deps, viewer: Viewer, requestId: string) => object;
}

/** An operation's envelope: the body of the answer, and `hasNext` on a list, which goes into the Link header. */
type Payload = Record<string, unknown> & { hasNext?: boolean; auction?: { auctionId: string } };

/** Answers everything below `/v1`; with a refusal that was found before, that. */
export function makeRestServer(
  deps: Deps,
  { schema, makeContext }: Operations,
): (request: Request, requestId: string, refusal?: Refusal) => Promise<Response> {
  const runOperation = generateOperations(schema);
  const { publicUrl } = deps.config;

  async function answer(request: Request, requestId: string): Promise<Response> {
    const viewer = await authenticate(deps, request.headers.get('authorization'));
    const { pathname, searchParams } = new URL(request.url);
    const found = findRoute(request.method, pathname);
    for (const scope of scopesOf(schema, found.route, searchParams)) requireScope(viewer, scope);
    // A GET changes nothing: sent again, it answers what is so then.
    const header = found.route.method === 'GET' ? null : request.headers.get(idempotencyKeyHeader);
    const { key, faults } = readIdempotencyKey(header);
    const text = await readBody(request, found.route.body !== undefined);
    const read: ReadRequest = { ...found, query: searchParams, text, faults };

    const run = async (its: Deps) => {
      const checked = await checkRequest(its.db.pool, viewer, read);
      const result = await runOperation(checked, makeContext(its, viewer, requestId));
      return success(publicUrl, checked, payloadOf(checked.route, result));
    };
    if (key === null) return await run(deps);
    return await answerOnce(deps, { sellerId: viewer.sellerId, key, requestId }, read, run);
  }

  return async (request, requestId, refused) => {
    try {
      if (refused !== undefined) throw refused;
      return await answer(request, requestId);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal !== thrown) deps.log.error({ err: thrown, requestId }, 'a /v1 request failed');
      const headers = refusal instanceof MethodNotAllowed ? { allow: refusal.allowed } : {};
      return problem(refusal, { publicUrl, requestId }, headers);
    }
  };
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

function payloadOf({ operation }: Route, { data, errors }: ExecutionResult): Payload {
  const [error] = errors ?? [];
  if (error !== undefined) throw error.originalError ?? error;
  return data![operation.split('.')[1]!] as Payload;
}

function success(publicUrl: string, { route, path, query }: CheckedRequest, { hasNext, ...body }: Payload): Response {
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  if (route.status === 201) headers.set('location', `${publicUrl}/v1/auctions/${body.auction!.auctionId}`);
  if (hasNext !== undefined) {
    const limit = Number(query.get('limit') ?? pageSizeLimit);
    const offset = Number(query.get('offset') ?? 0);
    const link = linkHeader(`${publicUrl}/v1${path}`, query, { limit, offset, hasNext });
    if (link !== null) headers.set('link', link);
  }
  return new Response(JSON.stringify(body), { status: route.status, headers });
}
