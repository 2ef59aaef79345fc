import { type DocumentNode, getOperationAST, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { _createLRUCache as createLruCache, type GraphQLParams, type Plugin } from 'graphql-yoga';
import type { KnownKeys } from '../auth/known-keys.ts';
import { noteViewer } from '../core/journey.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader } from '../idempotency/read-idempotency-key.ts';
import type { ServerContext } from './authentication.ts';
import { asksForSchema } from './guarded-introspection.ts';
import { observeOperation } from './observed-operations.ts';
import { dataOf, type Planners, type WrittenField } from './planned-operations.ts';
import { coercedVariables } from './plans/coerced-variables.ts';
import type { ReadOperation } from './plans/make-reader.ts';

/**
 * Operations that the server has lately answered by a plan. Whatever it checks of a document (its words, its size, its
 * cost) is the same each time, so it need not be asked again, which costs several times the rest of a short answer.
 */
export interface KnownOperations {
  /** Tells of them: the server's last plugin to see an answer. */
  readonly plugin: Plugin<object, ServedOperation>;
  /**
   * Answers an operation that is known, of somebody whose key is known, with a single statement for each of its root fields,
   * which sees for itself whether the key still lives.
   *
   * @param context.readBody is asked for only where it can come to an answer
   * @returns `null` where there is more to it, or something to refuse: that is for the server
   */
  answer(
    request: Request,
    context: Pick<ServerContext, 'digest' | 'readBody' | 'requestId'>,
  ): Promise<KnownAnswer | KnownFailure | null>;
}

export interface KnownAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A change that has failed, and is not to be run again: that is for the server to tell. */
export interface KnownFailure {
  readonly failure: { readonly error: unknown };
}

/** What is left with the server's context. */
interface ServedOperation {
  readonly params?: GraphQLParams;
  /** The document, where a plan has answered it. */
  readonly planned?: DocumentNode;
}

/** What the server chooses the headers of an answer by. */
const decidingHeaders = ['content-type', 'accept', 'origin', 'access-control-request-headers'];

/** As the server remembers. */
const asMany = { max: 100, ttl: 0 };

export function makeKnownOperations(
  deps: Deps,
  { schema, knownKeys, read, change }: { schema: GraphQLSchema; knownKeys: KnownKeys } & Planners,
): KnownOperations {
  const documents = createLruCache<DocumentNode>(asMany);
  const headersFor = createLruCache<KnownAnswer['headers']>(asMany);

  return {
    plugin: {
      onResponse({ request, response, serverContext: { params, planned } }) {
        // Not everybody may ask for the schema.
        if (request.method !== 'POST' || planned === undefined || asksForSchema(planned)) return;
        documents.set(params!.query!, planned);
        headersFor.set(mannerOf(request), Object.fromEntries(response.headers));
      },
    },
    async answer(request, { digest, readBody, requestId }) {
      const viewer = knownKeys.find(digest);
      if (viewer === null || request.method !== 'POST' || request.headers.has(idempotencyKeyHeader)) return null;
      const headers = headersFor.get(mannerOf(request));
      if (headers === undefined) return null;
      const asked = await readAsked(readBody);
      const document = asked === null ? undefined : documents.get(asked.query);
      if (asked === null || document === undefined) return null;
      const operation = getOperationAST(document, asked.operationName);
      if (operation == null) return null;
      const variables = coercedVariables(schema, operation, asked.variables ?? {});
      if (variables === null) return null;
      const run = operation.operation === OperationTypeNode.QUERY ? readFields : changeField;
      try {
        const fields = await observeOperation(operation, () =>
          run({ ...viewer, requestId }, { document, operation, variables }),
        );
        if (fields === null) return null;
        noteViewer(viewer);
        deps.keyUse.note(viewer.apiKeyId);
        return { headers, body: dataOf(fields) };
      } catch (error) {
        return { failure: { error } };
      }
    },
  };

  async function readFields(viewer: Viewer, operation: ReadOperation): Promise<readonly WrittenField[] | null> {
    const fields = await read(deps.db, viewer, operation).catch(() => null);
    // Where nothing was read, nothing has told whether the key lives.
    return fields?.length === 0 ? null : fields;
  }

  async function changeField(viewer: Viewer, operation: ReadOperation): Promise<readonly WrittenField[] | null> {
    const field = await change(deps, viewer, operation);
    return field === null ? null : [field];
  }
}

/** What is sent in the same manner is answered with the same headers. */
function mannerOf({ url, headers }: Request): string {
  return JSON.stringify([url, ...decidingHeaders.map((name) => headers.get(name))]);
}

/** What is asked for, in the body of a usual request. */
interface Asked {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
}

/** @returns `null` where something is unusual, or wrong */
async function readAsked(readBody: () => Promise<string>): Promise<Asked | null> {
  try {
    const asked = JSON.parse(await readBody()) as Asked;
    return isUsual(asked) ? asked : null;
  } catch {
    return null;
  }
}

function isUsual(asked: { readonly [Name in keyof Asked]: unknown }): boolean {
  const { query, variables, operationName, ...others } = asked;
  return (
    typeof query === 'string' &&
    typeof (variables ?? {}) === 'object' &&
    !Array.isArray(variables) &&
    typeof (operationName ?? '') === 'string' &&
    Object.keys(others).length === 0
  );
}
