import type { ArgumentReader } from './argument-reader.ts';
import type { Arguments, RowsSql } from './field-plan.ts';
import type { Frame, Host, ReadRow } from './host.ts';
import { makeParameters, type Parameters } from './parameters.ts';
import type { FieldAnswer, PlannedField, Variables } from './plan.ts';
import type { Composing, Connection } from './planning.ts';
import { hashOf, projectionOf, type Selection } from './selection.ts';
import type { PageSource, Source } from './source.ts';
import { withoutNulls } from './without-nulls.ts';

/** The maximum number of kept statements of a selection: connections have one for each way of paging and filtering, and theirs multiply. */
const maxStatements = 8;

/**
 * Makes the read of a root field: one statement, whatever its selection.
 *
 * @param rows absent for a connection
 */
export function planRead<Request>(
  host: Host<Request>,
  selection: Selection,
  rows?: RowsSql<Arguments>['rows'],
  argumentsOf: ArgumentReader = () => ({}),
): Pick<PlannedField<Request>, 'run' | 'projection'> {
  const statements = new Map<string, { readonly name: string; readonly text: string }>();

  /** Returns the statement for sources of these names: the same name always has the same text. */
  function statementFor(root: Source | PageSource, pages: ReadonlyMap<Connection, PageSource>, frame: Frame) {
    const names = [
      root.name,
      ...[...pages.values()].map(({ name }) => name),
      ...(frame.name === '' ? [] : [frame.name]),
    ];
    const key = names.join();
    let statement = statements.get(key);
    if (statement === undefined) {
      const id = names.length === 1 ? selection.id : hashOf(`${selection.id} ${key}`);
      const composing = { now: host.now, pageOf: (connection: Connection) => pages.get(connection)! };
      statement = { name: `${root.name}-${id}`, text: textOf(selection, root, composing, frame) };
      if (statements.size < maxStatements) statements.set(key, statement);
    }
    return statement;
  }

  return {
    async run(request, variables) {
      const parameter = makeParameters(host.firstParameter);
      const frame = host.frame(request, parameter);
      const root = rows?.(withoutNulls(argumentsOf(variables)), parameter) ?? null;
      const pages = pagesOf(selection, variables, parameter);
      const one = root ?? pages.get(selection.connections[0]!)!;
      // A statement that finds one object is quick, and may be sent together with others.
      const isQuick = root !== null && root.limit === null && pages.size === 0;
      const statement = { ...statementFor(one, pages, frame), values: parameter.values };
      return answerOf(host, one.table, await host.read(request, statement, isQuick));
    },
    projection: projectionOf(selection),
  };
}

/** Reads the arguments of the connections of a selection. */
export function pagesOf(
  { connections }: Selection,
  variables: Variables,
  parameter: Parameters,
): Map<Connection, PageSource> {
  return new Map(
    connections.map((each) => [each, each.sql.page(withoutNulls(each.argumentsOf(variables)), parameter)]),
  );
}

function textOf({ sql }: Selection, root: Source | PageSource, composing: Composing, frame: Frame): string {
  const json = sql(composing);
  if ('keyset' in root) return `${frame.with} select null::boolean, ${json} ${frame.from}`;
  const { table, from, limit } = root;
  const rows = from(composing.now);
  if (limit === null) return `${frame.with} select null::boolean, (select ${json} ${rows}) ${frame.from}`;
  // Materialized rows, because the one extra row must not be converted to JSON, and rows take less memory than their
  // JSON.
  return `${frame.with} select page.* ${frame.from === '' ? 'from' : `${frame.from},`} lateral (
    with found as materialized (select * ${rows})
    select exists (select from found offset ${limit}::int) as "hasNext", string_agg(json, ',') as json
    from (select ${json} as json from found ${table} limit ${limit}::int) items
  ) page`;
}

/** Joins a list in JavaScript: PostgreSQL would copy the whole text for each appended item, and V8 to prepend another. */
function answerOf<Request>(host: Host<Request>, table: string, [hasNext, json]: ReadRow): FieldAnswer {
  if (hasNext !== null) return { json: ['[', json ?? '', ']'], hasNext, id: null };
  if (json === null) throw host.notFound(table);
  return { json: [json], hasNext, id: null };
}
