import { getNamedType, type GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { Viewer } from '../../core/viewer.ts';
import type { Source } from '../../db/source.ts';
import type { Parameters } from '../../db/sql.ts';
import type { Deps } from '../../deps.ts';
import { needsStatement } from './json-of-object.ts';
import type { Planning } from './planning.ts';
import { planRead } from './plan-read.ts';
import { planRow } from './selection.ts';

/**
 * Reads what a field selects of a row that its resolver has, such as an event of a subscription.
 *
 * @returns the row itself if its properties are all that is selected
 * @throws Refusal `invalid_api_key`, and as a read of the row does
 */
export async function readRow<Row>(
  deps: Deps,
  viewer: Viewer,
  { schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo,
  row: Row,
  source: (parameter: Parameters) => Source,
): Promise<Row> {
  const type = getNamedType(returnType) as GraphQLObjectType;
  const subfields = (of: GraphQLObjectType, nodes: typeof fieldNodes) =>
    collectSubfields(schema, fragments, variableValues, of, nodes);
  const planning: Planning = { config: deps.config, subfields, form: 'rows', scopes: new Set(), connections: [] };
  if (!needsStatement(planning, type, fieldNodes)) return row;
  const selection = planRow(planning, type, fieldNodes);
  const read = planRead(
    selection,
    (_: never, parameter) => source(parameter),
    () => ({}),
  );
  const { json } = await read.run(deps, viewer, variableValues);
  return JSON.parse([json].flat().join('')) as Row;
}
