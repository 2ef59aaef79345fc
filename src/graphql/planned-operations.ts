import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  getOperationAST,
  locatedError,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deps } from '../deps.ts';
import { idempotencyKeyHeader } from '../idempotency/read-idempotency-key.ts';
import type { Context } from './context.ts';
import { type ChangedField, type Changer, keyOf } from './plans/make-changer.ts';
import { coercedVariables } from './plans/coerced-variables.ts';
import type { Reader } from './plans/make-reader.ts';

export interface Planners {
  readonly read: Reader;
  readonly change: Changer;
}

/** What planned operations know of a request. */
interface Planned extends Context {
  /** Why the operation has failed that was run as a known one: it is not run again. */
  readonly failure?: { readonly error: unknown };
}

/**
 * Runs an operation that can be planned with a single statement for each of its root fields, and sends on what PostgreSQL
 * wrote. Everything else is for the resolvers, and a read that has to be refused, too.
 */
export function plannedOperations(deps: Deps, { read, change }: Planners): Plugin<Planned> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { contextValue } = args;
      const { viewer, failure, request } = contextValue;
      const { schema, document, operationName, variableValues } = args as ExecutionArgs;
      const operation = getOperationAST(document, operationName);
      if (viewer === null || operation == null) return;
      const variables = coercedVariables(schema, operation, variableValues ?? {});
      if (variables === null) return;
      const asked = { document, operation, variables };
      const execute = executeFn as (args: ExecutionArgs) => Promise<ExecutionResult>;

      if (operation.operation === OperationTypeNode.QUERY) {
        setExecuteFn(async (its: ExecutionArgs) => {
          const fields = await read(deps.db, viewer, asked).catch(() => null);
          return fields === null ? await execute(its) : written(fields);
        });
      } else if (operation.operation === OperationTypeNode.MUTATION && !request.headers.has(idempotencyKeyHeader)) {
        setExecuteFn(async (its: ExecutionArgs) => {
          let field: ChangedField | null;
          try {
            if (failure !== undefined) throw failure.error;
            field = await change(deps, viewer, asked);
          } catch (error) {
            const [failed] = operation.selectionSet.selections as [FieldNode];
            return { errors: [locatedError(error, [failed], [keyOf(failed)])], data: null };
          }
          return field === null ? await execute(its) : written([field]);
        });
      }

      function written(fields: readonly WrittenField[]): ExecutionResult & { stringify(): string } {
        contextValue.planned = document;
        // A result that is JSON already, as the server asks for it.
        return { stringify: () => dataOf(fields) };
      }
    },
  };
}

/** What a root field came to. */
export interface WrittenField {
  readonly key: string;
  readonly json: string | readonly string[];
}

/** The answer to an operation, as JSON. */
export function dataOf(fields: readonly WrittenField[]): string {
  const pieces = fields.flatMap(({ key, json }, index) => [`${index === 0 ? '' : ','}"${key}":`, json].flat());
  return ['{"data":{', ...pieces, '}}'].join('');
}
