import type { QueryArrayConfig } from 'pg';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Source } from '../../db/source.ts';
import { argumentReader } from './argument-reader.ts';
import type { FieldPlan } from './field-plan.ts';
import type { PlannedField } from './plan.ts';
import type { RootField } from './root-field.ts';
import { idOf, type ReadRow, readStatements, wrapInEnvelope } from './read-statement.ts';
import { isUsedOften } from './statement-names.ts';
import { traced } from '../traced-root-fields.ts';

const notFound = { auctions: 'auction_not_found', bids: 'bid_not_found' } as const;

/**
 * Plans a read.
 *
 * @returns `null` for a field that declares no rows
 */
export function planRead({ node, name, definition, selection, scopes }: RootField): PlannedField | null {
  const { source } = definition.extensions as FieldPlan;
  if (source === undefined) return null;
  const argumentsOf = argumentReader(definition, node);
  const statementFor = readStatements(selection);
  const read: PlannedField['run'] = async ({ db }, viewer, variables) => {
    const rowsOf = (source as (viewer: Viewer, args: unknown) => Source)(viewer, argumentsOf(variables));
    const { table, values, limit } = rowsOf;
    const statement = statementFor(rowsOf);
    const query: QueryArrayConfig = {
      ...(isUsedOften(statement.name) && { name: statement.name }),
      text: statement.text,
      values: [...values, viewer.apiKeyId, ...(limit === null ? [] : [limit])],
      rowMode: 'array',
    };
    // A statement that finds one object is quick, and may be sent together with others.
    const { rows } = limit === null ? await db.queryTogether<ReadRow>(query) : await db.query<ReadRow>(query);
    if (rows[0] === undefined) throw new Refusal('invalid_api_key');
    const answer = statement.answerOf(rows[0]);
    if (answer === null) throw new Refusal(notFound[table], { keyIsActive: true });
    return { ...answer, auctionId: null };
  };
  const representation = {
    name: idOf(selection),
    representation: (now: string) => wrapInEnvelope(selection.envelope, { item: selection.sql(now) }),
  };
  return { node, scopes, run: traced(name, read), representation };
}
