import { type GraphQLResolveInfo, isObjectType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { Host } from './host.ts';
import { needsStatement } from './json-of-object.ts';
import type { Parameters } from './parameters.ts';
import { textOf } from './plan.ts';
import { planField } from './plan-operation.ts';
import { planRead } from './plan-read.ts';
import { objectTypeIn, type Planning } from './planning.ts';
import { planRow } from './selection.ts';
import type { Source } from './source.ts';

/** Checks whether a field selects more than the properties of a row that its resolver has, such as an event of a subscription. */
export function selectsMore<Request>(host: Host<Request>, info: GraphQLResolveInfo): boolean {
  return needsStatement(planningOf(host, info), objectTypeIn(info.returnType), info.fieldNodes);
}

/**
 * Reads what a field selects of an object.
 *
 * @param type the name of the object's type, if the field may return several
 * @returns the row for resolvers
 * @throws as the host's `read` does
 */
export async function readSelected<Request>(
  host: Host<Request>,
  request: Request,
  info: GraphQLResolveInfo,
  source: (parameter: Parameters) => Source,
  type?: string,
): Promise<unknown> {
  const named = type === undefined ? objectTypeIn(info.returnType) : info.schema.getType(type);
  if (!isObjectType(named)) throw new Error(`${type} is no object type.`);
  const selection = planRow(planningOf(host, info), named, info.fieldNodes);
  const read = planRead(host, selection, (_, parameter) => source(parameter));
  return JSON.parse(textOf(await read.run(request, info.variableValues)));
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
  return JSON.parse(textOf(await field.run(request, info.variableValues)));
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
