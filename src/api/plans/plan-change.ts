import type { Projection } from '../../auctions/projection.ts';
import type { ChangedAuction, FieldPlan } from './field-plan.ts';
import type { PlannedField } from './plan.ts';
import type { RootField } from './root-field.ts';
import { argumentReader } from './argument-reader.ts';
import { wrapInEnvelope, idOf } from './read-statement.ts';
import { isUsedOften } from './statement-names.ts';
import { traced } from '../traced-root-fields.ts';

/**
 * Plans a change of one auction: the statement that changes it returns the selected fields as JSON, and checks that
 * the viewer's key is active.
 *
 * @returns `null` for a field that declares no change
 */
export function planChange({ node, name, definition, selection, scopes }: RootField): PlannedField | null {
  const { change } = definition.extensions as FieldPlan;
  if (change === undefined) return null;
  const columns = (now: string) => ({
    json: wrapInEnvelope(selection.envelope, { item: selection.sql(now), done: `'true'` }),
  });
  const id = `json-${idOf(selection)}`;
  const use = `${name} ${id}`;
  const unnamed: Projection<ChangedAuction> = { name: null, columns };
  const named: Projection<ChangedAuction> = { name: id, columns };
  const argumentsOf = argumentReader(definition, node);
  const run = traced(name, change);
  return {
    node,
    scopes,
    run: async (deps, viewer, variables, precondition = null) => {
      const projection = isUsedOften(use) ? named : unnamed;
      const args = argumentsOf(variables) as never;
      const { json, auctionId = null } = await run(deps, viewer, args, projection, precondition);
      return { json, auctionId, hasNext: null };
    },
  };
}
