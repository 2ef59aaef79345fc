import type { FieldNode, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { cursorSql, orderOf } from './keyset.ts';
import { type Connection, membersOf, objectOf, objectTypeIn, type Planning, type Sql } from './planning.ts';
import type { PageSource } from './source.ts';

/**
 * Returns SQL that builds the selected JSON of a connection, as a subquery whose `page` has the rows of the page and
 * the one after it. `place` counts them in the order in which they were read.
 *
 * @param jsonOfNode `jsonOfObject`
 * @returns `null` if a field of the nodes needs its resolver, and the form is `answer`
 */
export function jsonOfConnection(
  planning: Planning,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  connection: Connection,
  jsonOfNode: (planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]) => Sql | null,
): Sql | null {
  const pageSql = (sql: (page: PageSource) => string) => (): Sql => (composing) => sql(composing.pageOf(connection));

  /** Lists the items of the page, each as this JSON. */
  function listOf(json: Sql | null): Sql | null {
    if (json === null) return null;
    return (composing) => {
      const { table, limit, keyset, isSearch } = composing.pageOf(connection);
      const items = `select * from page where place < ${limit}${isSearch === true ? ' and is_item' : ''} order by place ${keyset.backwards ? 'desc' : 'asc'}`;
      return `('[' || coalesce((select string_agg(${json(composing)}, ',') from (${items}) ${table}), '') || ']')`;
    };
  }

  const json = jsonOfMembers(planning, type, nodes, {
    totalCount: () => () => `(select total::text from counted)`,
    isTotalCountExact: () => () => `(select is_exact::text from counted)`,
    nodes: (node, nodeNodes) => listOf(jsonOfNode(planning, objectTypeIn(node), nodeNodes)),
    edges: (edge, edgeNodes) =>
      listOf(
        jsonOfMembers(planning, objectTypeIn(edge), edgeNodes, {
          cursor: pageSql(cursorOf),
          node: (node, nodeNodes) => jsonOfNode(planning, objectTypeIn(node), nodeNodes),
        }),
      ),
    pageInfo: (pageInfo, infoNodes) =>
      jsonOfMembers(planning, objectTypeIn(pageInfo), infoNodes, {
        hasNextPage: pageSql((page) => hasMore(page, !page.keyset.backwards)),
        hasPreviousPage: pageSql((page) => hasMore(page, page.keyset.backwards)),
        startCursor: pageSql((page) => cursorAt(page, page.keyset.backwards ? 'desc' : 'asc')),
        endCursor: pageSql((page) => cursorAt(page, page.keyset.backwards ? 'asc' : 'desc')),
      }),
  });
  if (json === null) return null;
  const isCounted = [...planning.subfields(type, nodes).values()].some(([node]) => counts.includes(node!.name.value));
  return (composing) => {
    const { table, keyset, limit, rows, count } = composing.pageOf(connection);
    const order = orderOf(keyset);
    return `(with page as materialized (
        select *, row_number() over (order by ${order}) as place from (${rows(composing.now)}) ${table}
        order by ${order} limit ${limit}
      )${isCounted ? `, counted as (${count(composing.now)})` : ''} select ${json(composing)})`;
  };
}

const counts = ['totalCount', 'isTotalCountExact'];

/** Returns SQL of an object, by the SQL of each of its fields. */
function jsonOfMembers(
  planning: Planning,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  sqlOf: Readonly<Record<string, (inner: GraphQLOutputType, nodes: readonly FieldNode[]) => Sql | null>>,
): Sql | null {
  const members = membersOf(planning, type, nodes, ({ name, type: inner }, fieldNodes) => {
    const sql = sqlOf[name]!(inner, fieldNodes);
    return sql && ((composing) => [sql(composing)]);
  });
  return members && objectOf(members);
}

/** Returns SQL that checks for items beyond the page: on the side that the page was read to, or from. */
function hasMore({ keyset, limit, isSearch }: PageSource, isReadTo: boolean): string {
  // The item of the cursor is on the side that the page was read from: rows are never deleted.
  if (!isReadTo) return keyset.from === null ? `'false'` : `'true'`;
  return `case when exists (select from page where place = ${limit}${isSearch === true ? ' or is_last' : ''}) then 'true' else 'false' end`;
}

/** Returns SQL of the cursor of the first or last row that was read. */
function cursorAt(page: PageSource, way: 'asc' | 'desc'): string {
  const item = `select * from page where place < ${page.limit} order by place ${way} limit 1`;
  return `coalesce((select ${cursorOf(page)} from (${item}) ${page.table}), 'null')`;
}

function cursorOf({ keyset: { order } }: PageSource): string {
  return `('"' || ${cursorSql(order)} || '"')`;
}
