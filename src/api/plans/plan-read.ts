import { firstOwnParameter, queryArrayAs, withViewer } from '../../auth/query-as.ts';
import { Refusal } from '../../core/refusal.ts';
import { nowOfSellersRow } from '../../db/seller-clock.ts';
import type { PageSource, Source } from '../../db/source.ts';
import { makeParameters, type Parameters } from '../../db/sql.ts';
import type { FieldPlan } from './field-plan.ts';
import type { ArgumentReader, FieldAnswer, PlannedField, Variables } from './plan.ts';
import type { Composing, Connection } from './planning.ts';
import { hashOf, noPage, type Selection } from './selection.ts';

const notFound = { auctions: 'auction_not_found', bids: 'bid_not_found' } as const;

/** The row of a read: whether more items follow, `null` if the field is no list; then JSON, without the brackets of a list. */
type ReadRow = [hasNext: boolean | null, json: string | null];

/** A statement for a viewer. */
interface ReadStatement {
  readonly name: string;
  readonly text: string;
}

/** The maximum number of kept statements of a selection: connections have one for each way of paging and filtering, and theirs multiply. */
const maxStatements = 8;

/**
 * Makes the read of a root field: one statement, whatever its selection.
 *
 * @param source absent for a connection
 */
export function planRead(
  selection: Selection,
  source?: NonNullable<FieldPlan['source']>,
  argumentsOf: ArgumentReader = () => ({}),
): Pick<PlannedField, 'run' | 'representation'> {
  const statements = new Map<string, ReadStatement>();

  /** Returns the statement for sources of these names: the same name always has the same text. */
  function statementFor(
    root: Source | PageSource,
    pages: ReadonlyMap<Connection, PageSource>,
    shown: string | null,
  ): ReadStatement {
    const names = [root.name, ...[...pages.values()].map(({ name }) => name), ...(shown === null ? [] : ['shown'])];
    const key = names.join();
    let statement = statements.get(key);
    if (statement === undefined) {
      const id = names.length === 1 ? selection.id : hashOf(`${selection.id} ${key}`);
      const composing = { now: nowOfSellersRow, pageOf: (connection: Connection) => pages.get(connection)! };
      statement = { name: `${root.name}-${id}`, text: textOf(selection, root, composing, shown) };
      if (statements.size < maxStatements) statements.set(key, statement);
    }
    return statement;
  }

  return {
    async run({ db }, viewer, variables) {
      const parameter = makeParameters(firstOwnParameter);
      const shown = viewer.auctionIds == null ? null : parameter(viewer.auctionIds);
      const root = source?.(argumentsOf(variables) as never, parameter) ?? null;
      const pages = pagesOf(selection, variables, parameter);
      const one = root ?? pages.get(selection.connections[0]!)!;
      // A statement that finds one object is quick, and may be sent together with others.
      const isQuick = root !== null && root.limit === null && pages.size === 0;
      const statement = { ...statementFor(one, pages, shown), values: parameter.values };
      return answerOf(one.table, await queryArrayAs<ReadRow>(db, viewer, statement, isQuick));
    },
    representation: {
      name: selection.id,
      representation: (now) => selection.sql({ now, pageOf: noPage }),
    },
  };
}

/** Reads the arguments of the connections of a selection. */
export function pagesOf(
  { connections }: Selection,
  variables: Variables,
  parameter: Parameters,
): Map<Connection, PageSource> {
  return new Map(connections.map((each) => [each, each.page(each.argumentsOf(variables) as never, parameter)]));
}

function textOf({ sql }: Selection, root: Source | PageSource, composing: Composing, shown: string | null): string {
  const json = sql(composing);
  const withRows = shown === null ? withViewer : `${withViewer}, ${showingOnly(shown)}`;
  if ('keyset' in root) return `${withRows} select null::boolean, ${json} from viewer sellers`;
  const { table, from, limit } = root;
  const rows = from(composing.now);
  if (limit === null) return `${withRows} select null::boolean, (select ${json} ${rows}) from viewer sellers`;
  // Materialized rows, because the one extra row must not be converted to JSON, and rows take less memory than their
  // JSON.
  return `${withRows} select page.* from viewer sellers, lateral (
    with found as materialized (select * ${rows})
    select exists (select from found offset ${limit}::int) as "hasNext", string_agg(json, ',') as json
    from (select ${json} as json from found ${table} limit ${limit}::int) items
  ) page`;
}

/** Takes the place of the tables in a statement, which then has no other auctions and no other bids, wherever it reads them. */
function showingOnly(auctionIds: string): string {
  const own = (table: string) =>
    `${table} as not materialized (select * from ${table} where seller_id = $1 and auction_id = any(${auctionIds}::uuid[]))`;
  return `${own('auctions')}, ${own('bids')}`;
}

/** Joins a list in JavaScript: PostgreSQL would copy the whole text for each appended item, and V8 to prepend another. */
function answerOf(table: Source['table'], [hasNext, json]: ReadRow): FieldAnswer {
  if (hasNext !== null) return { json: ['[', json ?? '', ']'], hasNext, auctionId: null };
  if (json === null) throw new Refusal(notFound[table]);
  return { json: [json], hasNext, auctionId: null };
}
