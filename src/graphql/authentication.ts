import type { Plugin } from 'graphql-yoga';
import { identify } from '../auth/identify.ts';
import type { KnownKeys } from '../auth/known-keys.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { makeContext } from './context.ts';

/** What is known of a request before the server looks at it. */
export interface ServerContext {
  readonly requestId: string;
  /** `tokenDigest` of the API key. */
  readonly digest: string | null;
  /** Found already: nothing else is looked at. */
  readonly refusal: Refusal | null;
  /** @throws Refusal `payload_too_large` */
  readonly readBody: () => Promise<string>;
}

/** Who asks is known before the request's body is read. Without a key, only introspection finds an answer. */
export function authentication(deps: Deps, knownKeys: KnownKeys): Plugin<object, ServerContext> {
  return {
    async onRequestParse({ request, serverContext }) {
      if (serverContext.refusal !== null) throw serverContext.refusal;
      const viewer = await identify(deps, request);
      if (viewer !== null) knownKeys.remember(serverContext.digest, viewer);
      // The server hands this same object to the resolvers.
      Object.assign(serverContext, makeContext(deps, viewer, serverContext.requestId));
    },
  };
}
