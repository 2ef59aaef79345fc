import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import { _createLRUCache as createLruCache, type GraphQLParams, type Plugin } from 'graphql-yoga';
import type { KnownKeys } from '../auth/known-keys.ts';
import { noteViewer } from '../core/journey.ts';
import type { Deps } from '../deps.ts';
import type { ServerContext } from './authentication.ts';
import { asksForSchema } from './guarded-introspection.ts';
import { observeOperation } from './observed-operations.ts';
import { dataOf } from './planned-reads.ts';
import type { Reader } from './read-plan/make-reader.ts';

/**
 * Queries that the server has lately answered with planned reads. Whatever it checks of a document (its words, its size, its
 * cost) is the same each time, so it need not be asked again, which costs several times the rest of a short answer.
 */
export interface KnownQueries {
  /** Tells of them: the server's last plugin to see an answer. */
  readonly plugin: Plugin<object, ServedQuery>;
  /**
   * Answers a query that is known, of somebody whose key is known, with a single statement for each field of Query, which
   * sees for itself whether the key still lives.
   *
   * @param context.readBody is asked for only where it can come to an answer
   * @returns `null` where there is more to it, or something to refuse: that is for the server
   */
  answer(request: Request, context: Pick<ServerContext, 'digest' | 'readBody'>): Promise<KnownAnswer | null>;
}

export interface KnownAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer<ArrayBuffer>;
}

/** What is left with the server's context. */
interface ServedQuery {
  readonly params?: GraphQLParams;
  /** The document, where planned reads have answered it. */
  readonly planned?: DocumentNode;
}

/** What the server chooses the headers of an answer by. */
const decidingHeaders = ['content-type', 'accept', 'origin', 'access-control-request-headers'];

/** As the server remembers. */
const asMany = { max: 100, ttl: 0 };

export function makeKnownQueries(
  deps: Pick<Deps, 'db' | 'keyUse'>,
  { knownKeys, read }: { knownKeys: KnownKeys; read: Reader },
): KnownQueries {
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
    async answer(request, { digest, readBody }) {
      const viewer = knownKeys.find(digest);
      if (viewer === null || request.method !== 'POST') return null;
      const headers = headersFor.get(mannerOf(request));
      if (headers === undefined) return null;
      const asked = await readAsked(readBody);
      const document = asked === null ? undefined : documents.get(asked.query);
      if (asked === null || document === undefined) return null;
      const operation = getOperationAST(document, asked.operationName);
      if (operation?.operation !== OperationTypeNode.QUERY) return null;
      const variables = asked.variables ?? {};
      const fields = await observeOperation(operation, async () => {
        const its = await read(deps.db, viewer, { document, operation, variables }).catch(() => null);
        // Where nothing was read, nothing has told whether the key lives.
        return its?.length === 0 ? null : its;
      });
      if (fields === null) return null;
      noteViewer(viewer);
      deps.keyUse.note(viewer.apiKeyId);
      const body = dataOf(fields);
      return { headers, body: body.length < shortBytes ? body.toString() : body };
    },
  };
}

/** Up to here, making a string of an answer costs less than sending it apart from its head, which Node joins to a string. */
const shortBytes = 4_096;

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
