import type { Parameters } from '#one-statement/parameters.ts';
import { planSelected } from '#one-statement/read-row.ts';
import type { Source } from '#one-statement/source.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { type Context, hostOf, planRequestOf } from './context.ts';

/**
 * Reads what a field selects of an object.
 *
 * @param type the name of the object's type, if the field may return several
 * @throws Refusal `invalid_api_key`, and as a read of the row does
 */
export async function readSelected<Row = never>(
  context: Context,
  info: GraphQLResolveInfo,
  source: (parameter: Parameters) => Source,
  type?: string,
): Promise<Row> {
  const { read } = planSelected(hostOf(context), info, type);
  return (await read(planRequestOf(context), info.variableValues, source)) as Row;
}
