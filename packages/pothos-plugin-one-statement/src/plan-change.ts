import { locatedError } from 'graphql';
import type { ArgumentReader } from './argument-reader.ts';
import type { Arguments, ChangeSql, FieldRefusals, JsonProjection } from './field-plan.ts';
import type { Host } from './host.ts';
import { makeParameters } from './parameters.ts';
import type { PlannedField } from './plan.ts';
import { pagesOf, planRead } from './plan-read.ts';
import { projectionOf, type Selection } from './selection.ts';

/** Plans a change of one row: the statement that changes it returns the selected fields as JSON. */
export function planChange<Request>(
  host: Host<Request>,
  selection: Selection,
  sql: ChangeSql<Arguments, unknown>,
  refuses: FieldRefusals,
  argumentsOf: ArgumentReader,
): Pick<PlannedField<Request>, 'run'> {
  const { key, row } = sql.changed;
  const hasPages = selection.connections.length > 0;
  const onlyId: JsonProjection = { name: 'only-id', columns: () => ({ json: key }) };
  const selected = projectionOf(selection);
  return {
    async run(request, variables) {
      try {
        // Faults of the pages are faults of the document, and not refusals of the change.
        pagesOf(selection, variables, makeParameters());
      } catch (error) {
        throw locatedError(error, undefined);
      }
      const given = argumentsOf(variables);
      const args = (await refuses.check?.(request, given)) ?? given;
      // Few changes are read again: those that select a connection, whose page has parameters of its own, and those of several statements.
      const isReadLater = hasPages || sql.isReadAfter?.(args) === true;
      const { json, id = null } = await sql.change(request, args, isReadLater ? onlyId : selected);
      if (!isReadLater) return { json: [json], id, hasNext: null };
      const reading = planRead(host, selection, (_, parameter) => row(json, parameter));
      return { ...(await reading.run(request, variables)), id };
    },
  };
}
