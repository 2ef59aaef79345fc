import { oneAuction } from '../../auctions/reads.ts';
import type { Projection } from '../../auctions/projection.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import { makeParameters } from '../../db/sql.ts';
import type { Deps } from '../../deps.ts';
import type { ArgumentReader, FieldAnswer, PlannedField, Variables } from './plan.ts';
import type { ChangedAuction, FieldPlan } from './field-plan.ts';
import { pagesOf, planRead } from './plan-read.ts';
import { noPage, type Selection } from './selection.ts';

/** The id, in place of JSON. */
const onlyId: Projection<ChangedAuction> = { name: 'only-id', columns: () => ({ json: 'auction_id::text' }) };

/** Plans a change of one auction: the statement that changes it returns the selected fields as JSON. */
export function planChange(
  selection: Selection,
  { change, faults: faultsOf, isReadAfter }: FieldPlan & { readonly change: NonNullable<FieldPlan['change']> },
  argumentsOf: ArgumentReader,
): Pick<PlannedField, 'run'> {
  const selected: Projection<ChangedAuction> = {
    name: `json-${selection.id}`,
    columns: (now) => ({ json: selection.sql({ now, pageOf: noPage }) }),
  };

  /**
   * Reads the selection once the auction is changed. Few changes need it: those that select a connection, whose page has parameters of its
   * own, and those of several statements.
   */
  async function read(deps: Deps, viewer: Viewer, variables: Variables, auctionId: string): Promise<FieldAnswer> {
    const planned = planRead(selection, (_, parameter) => oneAuction({ auctionId }, parameter));
    return await planned.run(deps, viewer, variables);
  }

  return {
    async run(deps, viewer, variables, route) {
      const hasPages = selection.connections.length > 0;
      // Faults of their arguments are refused before anything is changed.
      if (hasPages) pagesOf(selection, variables, makeParameters());
      const args = argumentsOf(variables) as never;
      const isReadLater = hasPages || isReadAfter?.(args) === true;
      const projection = isReadLater ? onlyId : selected;
      const faults = route === undefined && faultsOf !== undefined ? await faultsOf(deps.db, viewer, args) : [];
      if (faults.length > 0) throw new Refusal('invalid_request', { faults });
      const precondition = route?.precondition ?? null;
      const { json: changed, auctionId = null } = await change(deps, viewer, args, projection, precondition);
      if (isReadLater) return { ...(await read(deps, viewer, variables, changed)), auctionId };
      return { json: changed, auctionId, hasNext: null };
    },
  };
}
