import {
  type ExecutionArgs,
  getOperationAST,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { forLists } from '../db/for-lists.ts';
import type { Deps } from '../deps.ts';
import { type Context, makeContext } from './context.ts';

/** Lets resolvers read lists on the replica, where there is one, and tells it who changes something. */
export function listsOnReplica(deps: Deps): Plugin<Context> {
  const { replica } = deps.db;
  if (replica === null) return {};
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { viewer, requestId } = args.contextValue;
      const { schema, document, operationName } = args as ExecutionArgs;
      const operation = getOperationAST(document, operationName);
      if (viewer === null || operation == null) return;
      const execute = executeFn as (args: ExecutionArgs) => unknown;
      if (operation.operation === OperationTypeNode.MUTATION) {
        setExecuteFn(async (its: ExecutionArgs) => {
          try {
            return await execute(its);
          } finally {
            replica.noteWrite(viewer.sellerId);
          }
        });
      } else if (readsListsAlone(schema, operation)) {
        setExecuteFn((its: ExecutionArgs) => {
          const context = makeContext({ ...deps, db: forLists(deps.db, viewer) }, viewer, requestId);
          return execute({ ...its, contextValue: { ...(its.contextValue as object), ...context } });
        });
      }
    },
  };
}

/** A list is asked for by pages. Whatever is read beside one has to be as of now, and be of one piece with it. */
function readsListsAlone(schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode): boolean {
  const fields = schema.getQueryType()!.getFields();
  return (
    operation === OperationTypeNode.QUERY &&
    selectionSet.selections.every(
      (selection) =>
        selection.kind === Kind.FIELD &&
        fields[selection.name.value]?.args.some(({ name }) => name === 'limit' || name === 'first') === true,
    )
  );
}
