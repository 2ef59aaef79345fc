import type { HttpBindings } from '@hono/node-server';
import type { GraphQLSchema } from 'graphql';
import type { Context } from 'hono';
import { type Caller, chargeOperation, findCaller, type Sender, takeAnswers } from '../caller.ts';
import type { FieldAnswer, PlannedField, Variables } from '#one-statement/plan.ts';
import type { PlanRequest } from '../plan-host.ts';
import type { Prepared } from '../prepare.ts';
import { runOnce } from '../run-once.ts';
import { type Precondition, withTag } from '../../auctions/change-auction.ts';
import { authenticate } from '../../platform/auth/authenticate.ts';
import type { KeyCache } from '../../platform/auth/keys-in-use.ts';
import { entityTag, knownTag, tagWithBids } from '../../core/request-headers.ts';
import { readBody, requireJson } from '../../core/request-body.ts';
import { Refusal, type RefusalCode } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import { missingScope } from '../../core/viewer.ts';
import type { Deps } from '../../payments/deps.ts';
import { idempotencyKeyHeader, readIdempotencyKey, requestFingerprint } from '../idempotency/keyed-request.ts';
import type { Answer } from '../idempotency/stored-answer.ts';
import { noBody, parseBody, readIfMatch } from './read-request.ts';
import { type PreparedRoute, prepareRoutes } from './prepare-routes.ts';
import { type Route, routes } from './route-table.ts';

export type V1 = ReturnType<typeof makeV1>;

/** A route, the ids in the path of its request by the names of their parameters, and its operation. */
interface Found extends PreparedRoute {
  readonly route: Route;
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Answers the routes of the table. Every refusal is thrown.
 *
 * @param schema the public schema
 */
export function makeV1(deps: Deps, schema: GraphQLSchema, keyCache: KeyCache) {
  const { publicUrl } = deps.config;
  const preparing = prepareRoutes(schema, deps.config);

  async function answer(
    c: Context,
    caller: Caller,
    { route, ids, readQuery, prepared, envelope }: Found,
  ): Promise<Answer> {
    const viewer = caller.viewer!;
    const query = queryOf(c);
    const { values, faults: queryFaults } = readQuery(query);
    // The scopes depend on `includeBids`, whether or not the auction has bids. A caller without them learns nothing else.
    const field = fieldOf(prepared, values['includeBids'] === true);
    const [lacking] = field.scopes.difference(viewer.scopes);
    if (lacking !== undefined) throw missingScope(lacking);
    const text = await readText(c, route);
    // A GET changes nothing: a repetition gets the current state.
    const isChange = route.method !== 'GET';
    const { key, faults: keyFaults } = isChange
      ? readIdempotencyKey(c.req.header(idempotencyKeyHeader) ?? null)
      : { key: null, faults: [] };
    const { tags, faults: tagFaults } = readIfMatch(
      route.taggedBy === undefined ? undefined : c.req.header('if-match'),
    );

    const operate = async (its: Deps): Promise<FieldAnswer> => {
      const { faults: bodyFaults, input } =
        route.body === undefined ? noBody(text) : await route.body.check(its.db, viewer, parseBody(text));
      const faults = [...keyFaults, ...tagFaults, ...queryFaults, ...bodyFaults];
      if (faults.length > 0) throw new Refusal('invalid_request', { faults });
      const variables = { ...values, ...input, ...ids };
      const charged = chargeOperation(its, caller, prepared, variables);
      const precondition = tags === null ? null : await preconditionOf(route, tags);
      const found = await field.run({ deps: charged, viewer, route: { precondition } }, variables);
      takeAnswers(caller, [found], isChange);
      return inEnvelope(envelope, found);
    };
    if (!isChange) return readAnswer(c, route, await operate(deps), { query, values });
    if (key === null) return changeAnswer(route, await operate(deps));

    // A stored answer belongs to a key that was active then.
    await caller.verify();
    // The case of an id makes no difference to the request.
    const path = `${c.req.path.toLowerCase()}?${new URLSearchParams(query)}`;
    const fingerprint = requestFingerprint({ method: route.method, path, body: text });
    const keyed = { sellerId: viewer.sellerId, key, fingerprint };
    const work = async (its: Deps) => ({ answer: changeAnswer(route, await operate(its)), isKept: true });
    const { isReplay, ...stored } = await runOnce(deps, keyed, work);
    return isReplay ? { ...stored, headers: { ...stored.headers, 'idempotent-replayed': 'true' } } : stored;
  }

  /** Answers with the body, or with 304 if the request names the body's tag. */
  function readAnswer(
    c: Context,
    route: Route,
    found: FieldAnswer,
    { query, values }: { query: string; values: Variables },
  ): Answer {
    const body = found.json.join('');
    const etag = tagOf(found, body);
    const link =
      found.hasNext === null ? null : linkHeader(`${publicUrl}/v1${route.path}`, query, values, found.hasNext);
    const headers = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...(link !== null && { link }) };
    const known = knownTag(etag, c.req.header('if-none-match'));
    if (known !== null) return { status: 304, headers: { ...headers, etag: known }, body: '' };
    return { status: route.status, headers: { ...ofJson, ...headers, etag }, body };
  }

  /** Answers with the body. A changed auction has the tag that its plain GET sends. */
  function changeAnswer({ method, status }: Route, found: FieldAnswer): Answer {
    const body = found.json.join('');
    const location = status === 201 ? { location: `${publicUrl}/v1/auctions/${found.id}` } : {};
    const etag = method === 'DELETE' ? {} : { etag: entityTag(body) };
    return { status, headers: { ...ofJson, 'cache-control': 'no-store', ...location, ...etag }, body };
  }

  /** Compares the tags of `If-Match` with that of the representation that the route names. */
  async function preconditionOf({ taggedBy }: Route, tags: readonly string[]): Promise<Precondition> {
    const { prepared, envelope } = (await preparing).get(routes.find(({ operation }) => operation === taggedBy)!)!;
    const { name, columns } = fieldOf(prepared, false).projection!;
    return withTag(name, (now) => `'{"${envelope}":' || ${columns(now).json} || '}'`, tags);
  }

  return {
    /** Fulfilled when all routes are prepared. */
    ready: preparing,
    /** @throws Refusal `missing_api_key`, `invalid_api_key`, `seller_suspended`, `rate_limited` */
    findCaller({ req }: Context, sender: Sender): Promise<Caller> {
      const { keyUse } = deps;
      const authorization = req.header('authorization') ?? null;
      return findCaller({ keyUse, keyCache }, sender, () => authenticate(deps, authorization, sender.digest));
    },
    async answer(c: Context, route: Route, caller: Caller): Promise<Answer> {
      const found = { route, ids: idsIn(c), ...(await preparing).get(route)! };
      return await found.prepared.observe('planned', () => answer(c, caller, found));
    },
  };
}

const ofJson = { 'content-type': 'application/json' };

const ofUnknownId: Readonly<Record<string, RefusalCode>> = { auctionId: 'auction_not_found', bidId: 'bid_not_found' };

/**
 * Returns the ids in the path of a request.
 *
 * @throws Refusal `auction_not_found` or `bid_not_found` for an id that is no UUID
 */
function idsIn({ req }: Context): Found['ids'] {
  const ids = req.param() as Record<string, string>;
  // A path is taken as it is written: hono would read `%61` as `a`.
  if (!Object.values(ids).every(isUuid) || /^[^?#]*%/.test(req.url)) {
    throw new Refusal(ofUnknownId[Object.keys(ids)[0] ?? ''] ?? 'not_found');
  }
  return ids;
}

/** Returns the query string without its `?`. */
function queryOf({ req: { url } }: Context): string {
  return url.includes('?') ? new URL(url).search.slice(1) : '';
}

/** Returns the root field of an operation of `/v1`, which has one. */
function fieldOf(prepared: Prepared, includeBids: boolean): PlannedField<PlanRequest> {
  return prepared.planFor({ includeBids }).fields.values().next().value!;
}

/** Reads the body of a request, `''` if it has none. */
async function readText({ req, env }: Context, { body }: Route): Promise<string> {
  if (body !== undefined) requireJson(req.raw);
  const { incoming } = (env ?? {}) as Partial<HttpBindings>;
  const has = (name: string) => req.header(name) !== undefined;
  if (incoming === undefined || has('content-length') || has('transfer-encoding'))
    return await readBody(req.raw, incoming);
  incoming.resume();
  return '';
}

/** Computes the tag of an answer. An auction with its bids has the tag of the auction alone, too, by which a change knows it. */
function tagOf({ hasNext }: FieldAnswer, body: string): string {
  const bidsBegin = hasNext === null ? body.indexOf(bidsKey) : -1;
  return bidsBegin === -1 ? entityTag(body) : tagWithBids(entityTag(`${body.slice(0, bidsBegin)}}}`), entityTag(body));
}

/** The last key of an auction with its bids. No text in JSON has quotes like these. */
const bidsKey = ',"bids":[';

/** Puts the result of an operation into its envelope. Long texts are joined once, when they are sent. */
function inEnvelope(name: string | null, found: FieldAnswer): FieldAnswer {
  return name === null ? found : { ...found, json: [`{"${name}":`, ...found.json, '}'] };
}

/**
 * Links the neighboring pages of a list (RFC 8288): `rel="next"` if more items follow, `rel="prev"` from the second
 * page on.
 *
 * @returns `null` if there is neither
 */
function linkHeader(listUrl: string, query: string, page: Variables, hasNext: boolean): string | null {
  const { limit, offset } = page as { limit: number; offset: number };
  const linkTo = (start: number, rel: string) => {
    const target = new URLSearchParams(query);
    target.set('offset', String(start));
    target.set('limit', String(limit));
    return `<${listUrl}?${target}>; rel="${rel}"`;
  };
  const links = [
    ...(hasNext ? [linkTo(offset + limit, 'next')] : []),
    ...(offset > 0 ? [linkTo(Math.max(0, offset - limit), 'prev')] : []),
  ];
  return links.length === 0 ? null : links.join(', ');
}
