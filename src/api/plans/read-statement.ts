import { createHash } from 'node:crypto';
import { fromActiveKey } from '../../auth/active-key.ts';
import { nowOfSellersRow } from '../../db/seller-clock.ts';
import type { Source } from '../../db/source.ts';
import { quoted } from './json-of-column.ts';
import type { FieldPlan } from './field-plan.ts';

/** The selected fields of a source's rows. */
export interface Selection {
  /** Returns SQL that builds a row's selected JSON, given SQL of the seller's instant. */
  readonly sql: (now: string) => string;
  /** The fields of the envelope. */
  readonly envelope: readonly { readonly key: string; readonly part: NonNullable<FieldPlan['part']> }[];
}

/**
 * A statement that reads a selection as a single row, and no row if the viewer's key is inactive. Its parameters: the
 * source's, `apiKeyId`, and for a list `limit`.
 */
export interface ReadStatement {
  readonly name: string;
  readonly text: string;
  readonly answerOf: (row: ReadRow) => ReadAnswer | null;
}

/**
 * The row. For one object: its envelope as JSON, `null` if there is none. For a list: its items, `null` if there are
 * none; and whether more items follow, `null` if the field is no list.
 */
export type ReadRow = [json: string | null, hasNext: boolean | null];

export interface ReadAnswer {
  /** The envelope, in pieces: V8 would copy a long text to prepend another. */
  readonly json: readonly string[];
  /** `null` if the field is no list. */
  readonly hasNext: boolean | null;
}

/**
 * Composes the statements of a selection.
 *
 * @returns the statement for each source of such rows: the same name always has the same text
 */
export function readStatements({ sql, envelope }: Selection): (source: Source) => ReadStatement {
  const id = idOf({ sql, envelope });
  const known = new Map<string, ReadStatement>();
  return (source) => {
    let statement = known.get(source.name);
    if (statement === undefined) {
      statement = {
        name: `${source.name}-${id}`,
        text: textOf({ sql, envelope }, source),
        answerOf: (row) => answerOf(envelope, row),
      };
      known.set(source.name, statement);
    }
    return statement;
  };
}

/** Returns an id of the selection for the names of statements. */
export function idOf({ sql, envelope }: Selection): string {
  return createHash('sha1')
    .update(JSON.stringify([sql('now'), envelope]))
    .digest('base64url')
    .slice(0, 12);
}

function textOf({ sql, envelope }: Selection, { table, from, values, limit }: Source): string {
  const apiKeyId = `$${values.length + 1}`;
  // The statement reads the seller's row for the key check: the clock needs no second lookup.
  const item = sql(nowOfSellersRow);
  const rows = from(nowOfSellersRow);
  if (limit === null) {
    return `select (select ${wrapInEnvelope(envelope, { item })} ${rows}), null::boolean ${fromActiveKey(apiKeyId)}`;
  }
  const most = `$${values.length + 2}::int`;
  // Materialized rows, because the one extra row must not be converted to JSON, and rows take less memory than their
  // JSON.
  const page = `with found as materialized (select * ${rows})
    select string_agg(json, ',') as json, exists (select from found offset ${most}) as "hasNext"
    from (select ${item} as json from found ${table} limit ${most}) items`;
  return `select json, "hasNext" ${fromActiveKey(apiKeyId, `, lateral (${page}) page`)}`;
}

function answerOf(envelope: Selection['envelope'], [json, hasNext]: ReadRow): ReadAnswer | null {
  if (hasNext === null) return json === null ? null : { json: [json], hasNext };
  return { json: aroundItems(envelope, { items: json ?? '', hasNext }), hasNext };
}

/** Joins the items in JavaScript: PostgreSQL would copy the whole text for each appended item. */
function aroundItems(
  envelope: Selection['envelope'],
  { items, hasNext }: { items: string; hasNext: boolean },
): string[] {
  const pieces = envelope.flatMap(({ key, part }, index) => {
    const before = `${index === 0 ? '{' : ','}"${key}":`;
    return part === 'items' ? [`${before}[`, items, ']'] : [`${before}${hasNext}`];
  });
  return [...pieces, envelope.length === 0 ? '{}' : '}'];
}

/**
 * Wraps the items in the envelope.
 *
 * @returns SQL of the envelope as JSON
 */
export function wrapInEnvelope(
  envelope: Selection['envelope'],
  parts: { readonly [Part in NonNullable<FieldPlan['part']>]?: string },
): string {
  const fields = envelope.map(
    ({ key, part }, index) => `${quoted(`${index === 0 ? '' : ','}"${key}":`)} || ${parts[part]!}`,
  );
  return ["'{'", ...fields, "'}'"].join(' || ');
}
