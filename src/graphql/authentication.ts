import { type ExecutionArgs, type ExecutionResult, getOperationAST, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { identify } from '../auth/identify.ts';
import type { KnownKeys } from '../auth/known-keys.ts';
import { noteViewer } from '../core/journey.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader } from '../idempotency/read-idempotency-key.ts';
import { makeContext } from './context.ts';
import { fieldsSeeKey } from './sees-key.ts';

/** What is known of a request before the server looks at it. */
export interface ServerContext {
  readonly requestId: string;
  /** `tokenDigest` of the API key. */
  readonly digest: string | null;
  /** Found already: nothing else is looked at. */
  readonly refusal: Refusal | null;
  /** Why the operation has failed that was run as a known one: it is not run again. */
  readonly failure?: { readonly error: unknown };
  /** @throws Refusal `payload_too_large` */
  readonly readBody: () => Promise<string>;
}

interface Asking extends ServerContext {
  /** Whose key was seen lately, until it is known that it still lives. */
  believed?: Viewer | null;
}

/**
 * Who asks is known before the request's body is read. Without a key, only introspection finds an answer.
 *
 * Of whom a key is known, that it still lives is left for a change to see in its own statements; everything else that is
 * asked for, and everything that is refused, waits until it is known.
 */
export function authentication(deps: Deps, knownKeys: KnownKeys): Plugin<Asking, Asking> {
  async function verify(request: Request, asking: Asking): Promise<void> {
    asking.believed = null;
    const viewer = await identify(deps, request);
    if (viewer !== null) knownKeys.remember(asking.digest, viewer);
    // The server hands this same object to the resolvers.
    Object.assign(asking, makeContext(deps, viewer, asking.requestId));
  }

  return {
    async onRequestParse({ request, serverContext }) {
      if (serverContext.refusal !== null) throw serverContext.refusal;
      const believed = mayChange(request) ? knownKeys.find(serverContext.digest) : null;
      if (believed === null) return await verify(request, serverContext);
      Object.assign(serverContext, makeContext(deps, believed, serverContext.requestId), { believed });
    },
    async onExecute({ args }) {
      const asking = args.contextValue;
      const { believed } = asking;
      if (believed == null) return;
      const { schema, document, operationName } = args as ExecutionArgs;
      const operation = getOperationAST(document, operationName);
      if (operation == null || !fieldsSeeKey(schema, operation)) return await verify(asking.request, asking);
      return {
        onExecuteDone({ result }) {
          if ((result as ExecutionResult).errors !== undefined) return;
          asking.believed = null;
          noteViewer(believed);
          deps.keyUse.note(believed.apiKeyId);
        },
      };
    },
    async onSubscribe({ args }) {
      const asking = args.contextValue;
      if (asking.believed != null) await verify(asking.request, asking);
    },
    async onResultProcess({ request, serverContext, setResult }) {
      if (serverContext.believed == null) return;
      // Whose key is dead is told that, whatever else there is to say.
      await verify(request, serverContext).catch((refusal: Error) => {
        setResult({ errors: [new GraphQLError(refusal.message, { originalError: refusal })] });
      });
    },
  };
}

/** What is kept of an earlier change, under an idempotency key, sees no key. */
function mayChange({ method, headers }: Request): boolean {
  return method === 'POST' && headers.get(idempotencyKeyHeader) === null;
}
