import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { makeSharedReads } from '../../shared-reads.ts';
import { makeFollowAuctions } from '../../../auctions/follow-auctions.ts';
import { findActiveKeys } from '../../../platform/auth/keys.ts';
import { makeFollowBids } from '../../../auctions/bids/follow-bids.ts';
import { Refusal } from '../../../core/refusal.ts';
import { isPublic } from '../../../core/viewer.ts';
import type { Deps } from '../../../payments/deps.ts';
import { type Context, viewerOf } from '../context.ts';
import type { ServerContext } from '../transport/server-context.ts';
import { makeEventStreams, streamOf } from '../transport/event-streams.ts';
import { showErrors } from '../errors/show-errors.ts';
import { accepts, noRequest } from './strict-requests.ts';

const maxOfKey = 100;
const tooManyOfKey = `The API key has ${maxOfKey} subscriptions open. Close some, or follow several auctions in one: "auctionsChanged".`;
const tooManyOfAddress =
  'The address of this client has as many subscriptions open as it may have. Close some, or follow several auctions in one: "auctionsChanged".';

const mediaType = 'text/event-stream';

const headers = {
  'content-type': `${mediaType}; charset=utf-8`,
  'cache-control': 'no-store',
  // Without this header nginx would buffer events.
  'x-accel-buffering': 'no',
};

/**
 * Answers subscriptions with server-sent events. A subscription that cannot begin gets an error status instead, unless the client reads
 * nothing but streams.
 */
export function makeStreamedSubscriptions(deps: Deps) {
  const following = { auctions: makeFollowAuctions(deps), bids: makeFollowBids(deps), reads: makeSharedReads(deps) };
  const streams = makeEventStreams({
    log: deps.log,
    findActiveKeys: (apiKeyIds) => findActiveKeys(deps.db, apiKeyIds),
  });

  const plugin: Plugin<Context, Context & ServerContext> = {
    onContextBuilding: ({ extendContext }) => extendContext({ following }),
    onSubscribe: () => ({
      onSubscribeResult({ result, setResult }) {
        // Without any stream the whole request has failed, not a part of its operation.
        if (!isAsyncIterable(result)) setResult({ ...result, errors: (result.errors ?? []).map(withoutPath) });
      },
    }),
    onResultProcess({ request, result, serverContext, setResultProcessor }) {
      if (!isAsyncIterable(result)) {
        if (readsOnlyStreams(request))
          setResultProcessor((one) => new Response(streamOf(one as ExecutionResult), { headers }), mediaType);
        return;
      }
      const viewer = viewerOf(serverContext);
      const { apiKeyId } = viewer;
      // Many visitors of a seller's page share the address of a hall, as on the auction page.
      const { owner, most, detail } = isPublic(viewer)
        ? { owner: serverContext.address, most: deps.config.pageLimits.streamsOfIp, detail: tooManyOfAddress }
        : { owner: apiKeyId, most: maxOfKey, detail: tooManyOfKey };
      try {
        if (!accepts(request, [mediaType])) {
          throw noRequest(406, `A subscription is answered with "${mediaType}", which "Accept" does not allow.`);
        }
        if (!streams.hasRoom(owner, most)) throw new Refusal('subscription_limit', { detail });
      } catch (refusal) {
        void (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().return?.();
        throw refusal;
      }
      const { requestId } = serverContext;
      const keyHasDied = () =>
        showErrors({ errors: [withoutPath(new Refusal('invalid_api_key'))] }, { log: deps.log, requestId });
      setResultProcessor((results) => {
        const client = { apiKeyId, owner, keyHasDied };
        return new Response(streams.open(client, results as AsyncIterable<ExecutionResult>), { headers });
      }, mediaType);
    },
  };
  return { plugin, [Symbol.dispose]: () => streams[Symbol.dispose]() };
}

/**
 * Checks whether a client accepts only streams. `EventSource` and graphql-sse show their users nothing of an answer with an error status:
 * the error is the one event of a stream then.
 */
function readsOnlyStreams(request: Request): boolean {
  return accepts(request, [mediaType]) && !accepts(request, ['application/json', 'application/graphql-response+json']);
}

function withoutPath(error: Error): GraphQLError {
  return new GraphQLError(error.message, { originalError: error });
}
