import { getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { Variables } from './plan-read.ts';

/** @returns `null` where one of them is wrong: what is wrong with it is for the server to tell */
export function coercedVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): Variables | null {
  return getVariableValues(schema, variableDefinitions, given).coerced ?? null;
}
