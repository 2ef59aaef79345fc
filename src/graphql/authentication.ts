import type { Plugin } from 'graphql-yoga';
import { identify } from '../auth/identify.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { makeContext } from './context.ts';

/** Who asks is known before the request's body is read. Without a key, only introspection finds an answer. */
export function authentication(deps: Deps): Plugin<object, { requestId: string; refusal?: Refusal }> {
  return {
    async onRequestParse({ request, serverContext }) {
      if (serverContext.refusal !== undefined) throw serverContext.refusal;
      const viewer = await identify(deps, request);
      // The server hands this same object to the resolvers.
      Object.assign(serverContext, makeContext(deps, viewer, serverContext.requestId));
    },
  };
}
