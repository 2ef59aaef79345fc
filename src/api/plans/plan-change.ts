import { escapeLiteral } from 'pg';
import type { Projection } from '../../auctions/projection.ts';
import type { ArgumentReader } from './argument-reader.ts';
import { jsonOfParts, type Selection } from './envelope.ts';
import type { ChangedAuction, FieldPlan } from './field-plan.ts';
import type { Composing } from './planning.ts';
import { pagesOf } from './plan-read.ts';
import type { PlannedField, Variables } from './plan.ts';
import { isUsedOften } from './statement-names.ts';

/** Plans a change of one auction: the statement that changes it returns the selected fields as JSON. */
export function planChange(
  name: string,
  selection: Selection,
  change: NonNullable<FieldPlan['change']>,
  argumentsOf: ArgumentReader,
): Pick<PlannedField, 'run'> {
  const json = jsonOfParts(selection.parts);
  const id = `json-${selection.id}`;
  const use = `${name} ${id}`;
  const project = (projectionName: string | null, pageOf: Composing['pageOf']): Projection<ChangedAuction> => ({
    name: projectionName,
    columns: (now) => ({ json: json({ now, pageOf }) }),
  });
  const unnamed = project(null, noPage);
  const named = project(id, noPage);

  /** Few changes select a connection. The parameters of their statements have numbers of their own: the pages name values. */
  function withPages(variables: Variables): Projection<ChangedAuction> {
    const values: unknown[] = [];
    const literal = Object.assign((value: unknown) => escapeLiteral(String(value)), { values });
    const pages = pagesOf(selection, variables, literal);
    return project(null, (connection) => pages.get(connection)!);
  }

  return {
    async run(deps, viewer, variables, precondition = null) {
      const projection = selection.connections.length > 0 ? withPages(variables) : isUsedOften(use) ? named : unnamed;
      const args = argumentsOf(variables) as never;
      const { json: changed, auctionId = null } = await change(deps, viewer, args, projection, precondition);
      return { json: changed, auctionId, hasNext: null };
    },
  };
}

function noPage(): never {
  throw new Error('The selection has no connections.');
}
