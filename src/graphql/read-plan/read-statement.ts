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
}

/**
 * The row: the envelope as JSON (`null`: one thing was asked for and is not there), and does more follow behind it (`null`:
 * it is no list).
 */
export type ReadRow = [json: Buffer | null, hasNext: Buffer | null];

/** @returns the statement for each source of such rows: the same name always has the same text */
export function readStatements({ sql, envelope }: Selection): (source: Source) => ReadStatement {
  const id = idOf({ sql, envelope });
  const known = new Map<string, ReadStatement>();
  return (source) => {
    let statement = known.get(source.name);
    if (statement === undefined) {
      statement = { name: `${source.name}-${id}`, text: textOf({ sql, envelope }, source) };
      known.set(source.name, statement);
    }
    return statement;
  };
}

/** Tells it from others in the names of statements. */
export function idOf(selection: Selection): string {
  return createHash('sha1').update(JSON.stringify(selection)).digest('base64url').slice(0, 12);
}

function textOf({ sql, envelope }: Selection, { from, values, limit }: Source): string {
  const apiKeyId = `$${values.length + 1}`;
  if (limit === null) {
    return `select (select ${around(envelope, { item: atHand(sql) })} ${atHand(from)}), null::boolean ${fromLivingKey(apiKeyId)}`;
  }
  const most = `$${values.length + 2}::int`;
  const json = around(envelope, {
    items: `'[' || coalesce(string_agg(json, ',') filter (where place <= ${most}), '') || ']'`,
    hasNext: `case when count(*) > ${most} then 'true' else 'false' end`,
  });
  const page = `select ${json} as json, count(*) > ${most} as "hasNext"
    from (select ${atHand(sql)} as json, row_number() over () as place ${atHand(from)}) found`;
  return `select json, "hasNext" ${fromLivingKey(apiKeyId, `, lateral (${page}) page`)}`;
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
