import { planOf } from '#one-statement/field-plan.ts';
import { filterSchema } from '@graphql-tools/utils';
import type { GraphQLFieldConfig, GraphQLSchema } from 'graphql';

/** The part of a schema whose queries are mostly planned: of all that there is to ask for, few are by chance. */
export function plannedPart(schema: GraphQLSchema): GraphQLSchema {
  return filterSchema({
    schema,
    rootFieldFilter: (operation, _, field) => {
      const { sql } = planOf(field);
      return operation !== 'Query' || (sql !== null && 'rows' in sql);
    },
    objectFieldFilter: (_, __, field) => {
      const { args = {}, extensions } = field as GraphQLFieldConfig<unknown, unknown>;
      const isPlanned = planOf({ extensions }).sql !== null || extensions?.['pothosExposedField'] !== undefined;
      return Object.keys(args).length === 0 && isPlanned;
    },
  });
}

/** The part of a schema that a key of a seller may ask for, or of an operator. */
export function partOf(schema: GraphQLSchema, caller: 'seller' | 'operator'): GraphQLSchema {
  const isFor = (scope: unknown) => (caller === 'seller' ? scope !== 'admin' : scope === 'admin');
  return filterSchema({
    schema,
    rootFieldFilter: (_, __, field) => isFor(planOf(field).access.scope),
    objectFieldFilter: (_, __, field) => {
      const { scope } = planOf(field).access;
      return scope === undefined || isFor(scope);
    },
  });
}
