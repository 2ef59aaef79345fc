import { type ExecutionArgs, type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deps } from '../deps.ts';
import type { Context } from './context.ts';
import type { Reader } from './read-plan/make-reader.ts';
import type { ReadField } from './read-plan/run-read.ts';

/**
 * Reads a query that can be planned with a single statement for each of its root fields, and sends on what PostgreSQL wrote.
 * Everything else, and whatever has to be refused, is for the resolvers.
 */
export function plannedReads(deps: Pick<Deps, 'db'>, read: Reader): Plugin<Context> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { contextValue } = args;
      const { viewer } = contextValue;
      const { document, operationName } = args as ExecutionArgs;
      const operation = getOperationAST(document, operationName);
      if (viewer === null || operation?.operation !== OperationTypeNode.QUERY) return;
      setExecuteFn(async (its: ExecutionArgs) => {
        const asked = { document, operation, variables: its.variableValues ?? {} };
        const fields = await read(deps.db, viewer, asked).catch(() => null);
        if (fields === null) return (await executeFn(its)) as ExecutionResult;
        contextValue.planned = document;
        return written(fields);
      });
    },
  };
}

/** A result that is JSON already, as the server's `stringify` asks for it. */
function written(fields: readonly ReadField[]): ExecutionResult & { stringify(): string } {
  return { stringify: () => dataOf(fields).toString() };
}

/** The answer to a query: JSON in UTF-8. */
export function dataOf(fields: readonly ReadField[]): Buffer<ArrayBuffer> {
  const pieces = fields.flatMap(({ key, json }, index) => [Buffer.from(`${index === 0 ? '' : ','}"${key}":`), json]);
  return Buffer.concat([Buffer.from('{"data":{'), ...pieces, Buffer.from('}}')]);
}
