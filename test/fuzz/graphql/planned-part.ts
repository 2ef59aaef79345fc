import { filterSchema } from '@graphql-tools/utils';
import type { GraphQLFieldConfig, GraphQLSchema } from 'graphql';

/** One of these a field has that can be read without its resolver. */
const tells = ['part', 'from', 'value', 'made', 'pothosExposedField'];

/** The part of a schema whose queries are mostly planned: of all that there is to ask for, few are by chance. */
export function plannedPart(schema: GraphQLSchema): GraphQLSchema {
  return filterSchema({
    schema,
    rootFieldFilter: (operation, _, { extensions }) => operation !== 'Query' || extensions?.['source'] !== undefined,
    objectFieldFilter: (_, __, field) => {
      const { args = {}, extensions } = field as GraphQLFieldConfig<unknown, unknown>;
      return Object.keys(args).length === 0 && tells.some((name) => extensions?.[name] !== undefined);
    },
  });
}

/** The part of a schema that a key of a seller may ask for, or of an operator. */
export function partOf(schema: GraphQLSchema, caller: 'seller' | 'operator'): GraphQLSchema {
  const isFor = (scope: unknown) => (caller === 'seller' ? scope !== 'admin' : scope === 'admin');
  return filterSchema({
    schema,
    rootFieldFilter: (_, __, { extensions }) => isFor(extensions?.['scope']),
    objectFieldFilter: (_, __, { extensions }) => {
      const scope = extensions?.['scope'];
      return scope === undefined || isFor(scope);
    },
  });
}
