import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { Refusal } from '../../../core/refusal.ts';
import type { Prepare, PreparedDocument } from '../../prepare.ts';
import type { Deps } from '../../../payments/deps.ts';
import { idempotencyKeyHeader } from '../../idempotency/keyed-request.ts';
import { runGraphql } from '../transport/run-graphql.ts';
import type { ServerContext } from '../transport/server-context.ts';

/** Makes Yoga use prepared documents, and run queries and mutations on the same path as every other request. */
export function preparedOperations(deps: Deps, prepare: Prepare): Plugin<ServerContext> {
  const preparedOf = new WeakMap<DocumentNode, PreparedDocument>();
  return {
    onParse({ params: { source }, setParseFn, context }) {
      setParseFn(() => {
        const { caller, params } = context as ServerContext & { params: GraphQLParams };
        const prepared = prepare(String((source as { body?: unknown }).body ?? source), caller?.charge);
        if (prepared.document === null) throw prepared.failure!;
        requireOperation(prepared.document, params.operationName);
        preparedOf.set(prepared.document, prepared);
        return prepared.document;
      });
    },
    onValidate({ params: { documentAST }, setResult }) {
      setResult(preparedOf.get(documentAST as DocumentNode)!.errors);
    },
    onExecute({ args, setExecuteFn }) {
      const { caller, requestId, request, params } = args.contextValue;
      const prepared = preparedOf.get(args.document as DocumentNode)!.operation(args.operationName as string | null);
      // Yoga refuses an unknown name of an operation.
      if (prepared === null) return;
      const idempotencyKey = request.headers.get(idempotencyKeyHeader);
      setExecuteFn(() => runGraphql(deps, { prepared, caller: caller!, requestId, params, idempotencyKey }));
    },
  };
}

/** Requires that the request names one operation. Yoga's own refusal has no reason. */
function requireOperation(document: DocumentNode, name: string | null | undefined): void {
  if (getOperationAST(document, name) != null) return;
  const hasOperations = document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const ofSeveral =
    name == null
      ? 'Name one of the operations in "operationName".'
      : '"operationName" names no operation of the document.';
  throw new Refusal('invalid_request', { detail: hasOperations ? ofSeveral : 'The document has no operation.' });
}
