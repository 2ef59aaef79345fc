import { type ExecutionArgs, type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deps } from '../deps.ts';
import type { Context } from './context.ts';
import { makeReader } from './read-plan/make-reader.ts';
import type { ReadField } from './read-plan/run-read.ts';
import { schema } from './schema.ts';

/**
 * Reads a query that can be planned with a single statement for each of its root fields, and sends on what PostgreSQL wrote.
 * Everything else, and whatever has to be refused, is for the resolvers.
 */
export function plannedReads(deps: Pick<Deps, 'config' | 'db'>): Plugin<Context> {
  const read = makeReader(schema, deps.config);
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { viewer } = args.contextValue;
      const { document, operationName } = args as ExecutionArgs;
      const operation = getOperationAST(document, operationName);
      if (viewer === null || operation?.operation !== OperationTypeNode.QUERY) return;
      setExecuteFn(async (its: ExecutionArgs) => {
        const asked = { document, operation, variables: its.variableValues ?? {} };
        const fields = await read(deps.db, viewer, asked).catch(() => null);
        return fields === null ? ((await executeFn(its)) as ExecutionResult) : written(fields);
      });
    },
  };
}

/** A result that is JSON already, as the server's `stringify` asks for it. */
function written(fields: readonly ReadField[]): ExecutionResult & { stringify(): string } {
  const envelopes = fields.map(({ key, json }) => `"${key}":${json.toString()}`);
  return { stringify: () => `{"data":{${envelopes.join(',')}}}` };
}
