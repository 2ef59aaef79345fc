import { getArgumentValues } from 'graphql/execution/values.js';
import type { Projection } from '../../auctions/projection.ts';
import type { ChangedAuction, FieldPlan } from './field-plan.ts';
import type { PlannedField } from './plan.ts';
import type { RootField } from './root-field.ts';
import { wrapInEnvelope, idOf } from './read-statement.ts';
import { isUsedOften } from './statement-names.ts';
import { timed } from '../timed-root-fields.ts';

/**
 * Plans a change of one auction: the statement that changes it returns the selected fields as JSON, and checks that
 * the viewer's key is active.
 *
 * @returns `null` for a field that declares no change
 */
export function planChange({ node, name, definition, selection, scopes }: RootField): PlannedField | null {
  const { change } = definition.extensions as FieldPlan;
  if (change === undefined) return null;
  const json = (now: string) => wrapInEnvelope(selection.envelope, { item: selection.sql(now), done: `'true'` });
  const columns = (now: string) => ({ auctionId: 'auction_id', json: json(now) });
  const id = `json-${idOf(selection)}`;
  const unnamed: Projection<ChangedAuction> = { name: null, columns };
  const named: Projection<ChangedAuction> = { name: id, columns };
  const run = timed(name, change);
  return {
    node,
    scopes,
    run: async (deps, viewer, variables) => {
      const projection = isUsedOften(`${name} ${id}`) ? named : unnamed;
      const args = getArgumentValues(definition, node, variables);
      return { hasNext: null, ...(await run(deps, viewer, args as never, projection)) };
    },
  };
}
