import { findCaller, type Caller } from '../api/caller.ts';
import type { FieldAnswer } from '../api/plans/plan.ts';
import type { Outcome, Run } from '../api/run.ts';
import type { GraphQLSchema } from 'graphql';
import { authenticate } from '../auth/authenticate.ts';
import type { KeyCache } from '../auth/key-cache.ts';
import { tokenDigest } from '../core/bearer-token.ts';
import { corsHeaders, isPreflight, preflightAnswer } from '../core/cors.ts';
import { securityHeaders } from '../core/security-headers.ts';
import { ClientGone, clientGoneStatus } from '../core/client-gone.ts';
import { refusalOf } from '../core/outage.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader, readIdempotencyKey } from '../idempotency/read-idempotency-key.ts';
import { requestFingerprint } from '../idempotency/request-fingerprint.ts';
import type { Counted, RequestLimits } from '../limits/request-limits.ts';
import { readBody } from './check-body.ts';
import { readQuery } from '../v1/check-query.ts';
import { checkRequest, type ReadRequest } from './check-request.ts';
import { entityTag, isKnown } from './entity-tag.ts';
import { routeOf } from '../v1/route-table.ts';
import { findRoute, type FoundRoute, MethodNotAllowed } from './find-route.ts';
import { preconditionOf, readIfMatch } from './if-match.ts';
import { linkHeader } from './link-header.ts';
import { prepareRoutes } from './prepare-routes.ts';
import { problem } from '../v1/problem.ts';
import type { RestAnswer } from './rest-answer.ts';
import type { RestRequest } from './rest-request.ts';

/** Answers everything below `/v1`. */
export type RestServer = (request: RestRequest, from: { address: string; requestId: string }) => Promise<RestAnswer>;

interface Api {
  /** The public schema. */
  readonly schema: GraphQLSchema;
  readonly run: Run;
  readonly keyCache: KeyCache;
  /** Counts every request, whatever its outcome. */
  readonly limits: RequestLimits;
}

export function makeRestServer(deps: Deps, { schema, run, keyCache, limits }: Api): RestServer {
  const { publicUrl } = deps.config;
  const preparing = prepareRoutes(schema, deps.config);
  const secure = securityHeaders(deps.config);

  async function answerTo(caller: Caller, request: RestRequest, requestId: string): Promise<RestAnswer> {
    const viewer = caller.viewer!;
    const found = findRoute(request.method, request.pathname);
    const { route } = found;
    const preparedRoutes = await preparing;
    const { prepared, defaults } = preparedRoutes.get(route)!;
    // A GET changes nothing: a repetition gets the current state.
    const header = route.method === 'GET' ? null : request.header(idempotencyKeyHeader);
    const { key, faults: keyFaults } = readIdempotencyKey(header);
    const { tags, faults: tagFaults } = readIfMatch(route.taggedBy === undefined ? null : request.header('if-match'));
    const faults = [...keyFaults, ...tagFaults];
    let reading: Promise<ReadRequest> | undefined;
    const read = () =>
      (reading ??= readBody(request, route).then((text) => ({ ...found, query: request.query, text, faults })));

    const answer = await run<RestAnswer>({
      prepared,
      caller,
      requestId,
      // The scopes depend on `includeBids`, whether or not the auction has bids.
      variables: { ...defaults, includeBids: asksForBids(request) },
      check: async (its) => ({ ...defaults, ...(await checkRequest(its.db, viewer, await read())) }),
      precondition: tags === null ? null : preconditionOf(preparedRoutes.get(routeOf(route.taggedBy!))!, tags),
      idempotency: key === null ? null : { key, fingerprint: async () => fingerprintOf(await read()) },
      answer(outcome) {
        const answered = onlyField(outcome);
        return route.method === 'GET'
          ? readAnswer(publicUrl, found, request, answered)
          : changeAnswer(publicUrl, found, answered);
      },
    });
    if (!('isReplay' in answer)) return answer;
    const { isReplay: _, ...stored } = answer;
    return { ...stored, headers: { ...stored.headers, 'idempotent-replayed': 'true' } };
  }

  async function answerOrRefuse(
    request: RestRequest,
    requestId: string,
    { digest, counted }: { digest: string | null; counted: Counted },
  ): Promise<RestAnswer> {
    try {
      const caller = await findCaller(
        { keyUse: deps.keyUse, keyCache },
        {
          digest,
          requestId,
          counted,
          authenticate: () => authenticate(deps, request.header('authorization'), digest),
        },
      );
      try {
        return await answerTo(caller, request, requestId);
      } catch (error) {
        // A revoked key gets 401 before any other error.
        await caller.verify();
        throw error;
      }
    } catch (thrown) {
      if (thrown instanceof ClientGone) return { status: clientGoneStatus, headers: {}, body: '' };
      const refusal = refusalOf(thrown);
      if (refusal !== thrown) deps.log.error({ err: thrown, requestId }, 'A /v1 request failed.');
      const headers = refusal instanceof MethodNotAllowed ? { allow: refusal.allowed } : {};
      return problem(refusal, { publicUrl, requestId }, headers);
    }
  }

  return async (request, { address, requestId }) => {
    const digest = tokenDigest(request.header('authorization'));
    const counted = await limits.count({ address, digest, isKnown: keyCache.find(digest) !== null });
    let given: RestAnswer;
    if (counted.isRefused) given = problem(new Refusal('rate_limited'), { publicUrl, requestId });
    else if (isPreflight(request.method, request.header)) given = { ...preflightAnswer, body: '' };
    else given = await answerOrRefuse(request, requestId, { digest, counted });
    if (given.status === 401) counted.chargeFailure();
    const readable = corsHeaders(request.header('origin'));
    const added = { ...counted.headers, ...readable, ...secure, 'x-request-id': requestId };
    return { ...given, headers: { ...given.headers, ...added } };
  };
}

function asksForBids({ query }: RestRequest): boolean {
  return query !== '' && new URLSearchParams(query).get('includeBids') === 'true';
}

/** The case of an id makes no difference to the request. */
function fingerprintOf({ route, path, query, text }: ReadRequest): Buffer {
  const target = `/v1${path.toLowerCase()}?${new URLSearchParams(query)}`;
  return requestFingerprint({ method: route.method, path: target, body: text });
}

/**
 * Returns the only field of an operation.
 *
 * @throws the error with which the operation failed
 */
function onlyField(outcome: Outcome): FieldAnswer {
  if (outcome.kind === 'failure') throw outcome.error;
  if (outcome.kind === 'result') throw new Error('An operation of /v1 has run resolvers.');
  return outcome.fields[0]!;
}

function changeAnswer(publicUrl: string, { route }: FoundRoute, { json: body, auctionId }: FieldAnswer): RestAnswer {
  const location = route.status === 201 ? { location: `${publicUrl}/v1/auctions/${auctionId}` } : {};
  return { status: route.status, headers: { ...ofJson, 'cache-control': 'no-store', ...location }, body };
}

/** Answers with the body, or with 304 if the request names the body's tag. */
function readAnswer(
  publicUrl: string,
  { route, path }: FoundRoute,
  request: RestRequest,
  { json: body, hasNext }: FieldAnswer,
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
