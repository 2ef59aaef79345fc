import type { Parameters } from '#one-statement/parameters.ts';
import { readSelected as readRows, selectsMore } from '#one-statement/read-row.ts';
import type { Source } from '#one-statement/source.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { planHost } from './plan-host.ts';

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
  return selectsMore(planHost(deps.config), info) ? await readSelected(deps, viewer, info, source) : row;
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
  type?: string,
): Promise<Row> {
  return (await readRows(planHost(deps.config), { deps, viewer }, info, source, type)) as Row;
}
