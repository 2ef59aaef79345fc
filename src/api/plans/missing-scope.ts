import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Scope } from '../../core/viewer.ts';
import type { FieldPlan } from './field-plan.ts';
import { fragmentsOf } from './fragments-of.ts';
import type { Variables } from './plan.ts';

/**
 * Finds a scope that an operation needs and the key lacks. Every selected field counts, because the answer stored
 * under an idempotency key contains all of them.
 *
 * @returns `null` if no scope is missing
 */
export function missingScope(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  held: ReadonlySet<Scope>,
): { readonly node: FieldNode; readonly scope: Scope } | null {
  const fragments = fragmentsOf(document);

  function missingIn(type: GraphQLObjectType, nodes: readonly FieldNode[]): Scope | null {
    const field = type.getFields()[nodes[0]!.name.value];
    if (field === undefined) return null;
    const { scope } = field.extensions as FieldPlan;
    if (scope !== undefined && !held.has(scope)) return scope;
    const inner = getNamedType(field.type);
    if (!isObjectType(inner)) return null;
    for (const below of collectSubfields(schema, fragments, variables, inner, nodes).values()) {
      const missing = missingIn(inner, below);
      if (missing !== null) return missing;
    }
    return null;
  }

  const root = schema.getRootType(operation.operation)!;
  for (const nodes of collectFields(schema, fragments, variables, root, operation.selectionSet).values()) {
    const scope = missingIn(root, nodes);
    if (scope !== null) return { node: nodes[0]!, scope };
  }
  return null;
}
