import { getNamedType, type GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { Viewer } from '../../core/viewer.ts';
import type { Source } from '../../db/source.ts';
import type { Parameters } from '../../db/sql.ts';
import type { Deps } from '../../deps.ts';
import { needsStatement } from './json-of-object.ts';
import { textOf } from './plan.ts';
import type { Planning } from './planning.ts';
import { planField } from './plan-operation.ts';
import { planRead } from './plan-read.ts';
import { planRow } from './selection.ts';

/**
 * Reads what a field selects of a row that its resolver has, such as an event of a subscription.
 *
 * @returns the row itself if its properties are all that is selected
 * @throws as `readSelected`
 */
export async function readRow<Row>(
  deps: Deps,
  viewer: Viewer,
  info: GraphQLResolveInfo,
  row: Row,
  source: (parameter: Parameters) => Source,
): Promise<Row> {
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  if (!needsStatement(planningOf(deps, info), type, info.fieldNodes)) return row;
  return await readSelected(deps, viewer, info, source);
}

/**
 * Reads what a field selects of an object.
 *
 * @param type the type of the object, if the field may return several
 * @throws Refusal `invalid_api_key`, and as a read of the row does
 */
export async function readSelected<Row = never>(
  deps: Deps,
  viewer: Viewer,
  info: GraphQLResolveInfo,
  source: (parameter: Parameters) => Source,
  type = getNamedType(info.returnType).name,
): Promise<Row> {
  const selection = planRow(planningOf(deps, info), info.schema.getType(type) as GraphQLObjectType, info.fieldNodes);
  const read = planRead(selection, (_, parameter) => source(parameter));
  return JSON.parse(textOf(await read.run(deps, viewer, info.variableValues))) as Row;
}

/**
 * Runs a planned field of Query or Mutation by its own selection.
 *
 * @returns its rows for resolvers
 * @throws Refusal as `PlannedField.run`
 */
export async function runField(deps: Deps, viewer: Viewer, info: GraphQLResolveInfo): Promise<unknown> {
  const { run } = planField(planningOf(deps, info), info.parentType, info.fieldNodes, new Set())!;
  return JSON.parse(textOf(await run(deps, viewer, info.variableValues)));
}

function planningOf({ config }: Deps, { schema, fragments, variableValues }: GraphQLResolveInfo): Planning {
  return {
    config,
    subfields: (type, nodes) => collectSubfields(schema, fragments, variableValues, type, nodes),
    form: 'rows',
    connections: [],
  };
}
