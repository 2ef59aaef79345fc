import { createHash } from 'node:crypto';
import { fromLivingKey } from '../../auth/living-key.ts';
import { nowOfSellersRow, sellerNow } from '../../db/seller-clock.ts';
import type { Source } from '../../db/source.ts';
import { quoted } from './json-of-column.ts';
import type { Plannable } from './plannable.ts';

/** What is wanted of a source's rows. */
export interface Selection {
  /** SQL that makes of a row the JSON of what was selected of it. */
  readonly sql: string;
  /** The fields around it. */
  readonly envelope: readonly { readonly key: string; readonly part: NonNullable<Plannable['part']> }[];
}

/**
 * Reads a selection as a single row, and none where the viewer's key is dead. Its parameters: the source's, `apiKeyId`, and
 * of a list `limit`.
 */
export interface ReadStatement {
  readonly name: string;
  readonly text: string;
  readonly answerOf: (row: ReadRow) => ReadAnswer | null;
}

/**
 * The row: of one thing the envelope as JSON (`null`: it is not there), of a list its items (`null`: there are none), and does
 * more follow behind them (`null`: it is no list).
 */
export type ReadRow = [json: string | null, hasNext: boolean | null];

export interface ReadAnswer {
  /** The envelope, in pieces: to put anything in front of a long text, V8 would copy it. */
  readonly json: readonly string[];
  /** `null` where it is no list. */
  readonly hasNext: boolean | null;
}

/** @returns the statement for each source of such rows: the same name always has the same text */
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

/** Tells it from others in the names of statements. */
export function idOf(selection: Selection): string {
  return createHash('sha1').update(JSON.stringify(selection)).digest('base64url').slice(0, 12);
}

function textOf({ sql, envelope }: Selection, { table, from, values, limit }: Source): string {
  const apiKeyId = `$${values.length + 1}`;
  if (limit === null) {
    return `select (select ${around(envelope, { item: atHand(sql) })} ${atHand(from)}), null::boolean ${fromLivingKey(apiKeyId)}`;
  }
  const most = `$${values.length + 2}::int`;
  // Nothing is made of the one row more that is read, and rows are cheaper to keep than what is made of them.
  const page = `with found as materialized (select * ${atHand(from)})
    select string_agg(json, ',') as json, exists (select from found offset ${most}) as "hasNext"
    from (select ${atHand(sql)} as json from found ${table} limit ${most}) items`;
  return `select json, "hasNext" ${fromLivingKey(apiKeyId, `, lateral (${page}) page`)}`;
}

function answerOf(envelope: Selection['envelope'], [json, hasNext]: ReadRow): ReadAnswer | null {
  if (hasNext === null) return json === null ? null : { json: [json], hasNext };
  return { json: aroundItems(envelope, { items: json ?? '', hasNext }), hasNext };
}

/** Not left to PostgreSQL, which copies a text for each that is put to it: a long one in new memory every time. */
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

/** The seller's row is read because of its key: nothing has to look it up again for its clock. */
function atHand(sql: string): string {
  return sql.replaceAll(sellerNow, nowOfSellersRow);
}

/** @returns SQL of the envelope as JSON */
export function around(
  envelope: Selection['envelope'],
  parts: { readonly [Part in NonNullable<Plannable['part']>]?: string },
): string {
  const fields = envelope.map(
    ({ key, part }, index) => `${quoted(`${index === 0 ? '' : ','}"${key}":`)} || ${parts[part]!}`,
  );
  return ["'{'", ...fields, "'}'"].join(' || ');
}
