import type { GraphQLResolveInfo } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { Host } from './host.ts';
import { jsonOfObject, needsStatement } from './json-of-object.ts';
import { makeParameters, type Parameters } from './parameters.ts';
import type { Variables } from './plan.ts';
import { planField } from './plan-operation.ts';
import { pagesOf, planRead } from './plan-read.ts';
import { objectTypeIn, type Planning } from './planning.ts';
import { selectionOf } from './selection.ts';
import type { Source } from './source.ts';

/**
 * Plans what a resolver's field selects of a row.
 *
 * @param type the name of the object's type, if the field may return several
 */
export function planSelected<Request>(host: Host<Request>, info: GraphQLResolveInfo, type?: string) {
  const named = objectTypeIn(type === undefined ? info.returnType : info.schema.getType(type)!);
  const planning = planningOf(host, info);
  const json = jsonOfObject(planning, named, info.fieldNodes);
  if (json === null) throw new Error(`No SQL reads the rows of ${named.name}.`);
  const selection = selectionOf(planning, json);
  return {
    /** True if the selection needs SQL in addition to the properties of the row. */
    needsStatement: needsStatement(planning, named, info.fieldNodes),
    /** Names the selection with the arguments in it: for the same row, the same name has the same result. */
    nameFor(variables: Variables) {
      const parameter = makeParameters();
      const pages = [...pagesOf(selection, variables, parameter).values()];
      return JSON.stringify([selection.id, pages.map(({ name }) => name), parameter.values]);
    },
    /** Reads what is selected of the row, for resolvers. */
    async read(request: Request, variables: Variables, source: (parameter: Parameters) => Source): Promise<unknown> {
      const { run } = planRead(host, selection, (_, parameter) => source(parameter));
      return JSON.parse((await run(request, variables)).json.join(''));
    },
  };
}

/**
 * Runs a planned field of Query or Mutation by its own selection.
 *
 * @returns its rows for resolvers
 * @throws as `PlannedField.run`
 */
export async function runField<Request>(
  host: Host<Request>,
  request: Request,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const field = planField(host, planningOf(host, info), info.parentType, info.fieldNodes, new Set());
  if (field === null) throw new Error(`No statement reads ${info.parentType.name}.${info.fieldName}.`);
  return JSON.parse((await field.run(request, info.variableValues)).json.join(''));
}

function planningOf<Request>(
  { environment }: Host<Request>,
  { schema, fragments, variableValues }: GraphQLResolveInfo,
): Planning {
  return {
    environment,
    subfields: (type, nodes) => collectSubfields(schema, fragments, variableValues, type, nodes),
    form: 'rows',
    connections: [],
  };
}
