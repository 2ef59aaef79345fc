import { createHash } from 'node:crypto';
import { isLivingKey } from '../../auth/living-key.ts';
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

/** Reads a selection as a single row. Its parameters: the source's, `apiKeyId`, and of a list `limit`. */
export interface ReadStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * The row: does the viewer's key live, the envelope as JSON (`null`: one thing was asked for and is not there), and does
 * more follow behind it (`null`: it is no list).
 */
export type ReadRow = [isLiving: Buffer, json: Buffer | null, hasNext: Buffer | null];

/** @returns the statement for each source of such rows: the same name always has the same text */
export function readStatements({ sql, envelope }: Selection): (source: Source) => ReadStatement {
  const id = createHash('sha1')
    .update(JSON.stringify([sql, envelope]))
    .digest('base64url')
    .slice(0, 12);
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

function textOf({ sql, envelope }: Selection, { from, values, limit }: Source): string {
  const isLiving = isLivingKey(`$${values.length + 1}`);
  if (limit === null) {
    return `select ${isLiving}, (select ${around(envelope, { item: sql })} ${from}), null::boolean`;
  }
  const most = `$${values.length + 2}::int`;
  const json = around(envelope, {
    items: `'[' || coalesce(array_to_string((array_agg(json))[:${most}], ','), '') || ']'`,
    hasNext: `case when count(*) > ${most} then 'true' else 'false' end`,
  });
  return `select ${isLiving}, ${json}, count(*) > ${most} from (select ${sql} as json ${from}) found`;
}

function around(
  envelope: Selection['envelope'],
  parts: { readonly [Part in NonNullable<Plannable['part']>]?: string },
): string {
  const fields = envelope.map(
    ({ key, part }, index) => `${quoted(`${index === 0 ? '' : ','}"${key}":`)} || ${parts[part]!}`,
  );
  return ["'{'", ...fields, "'}'"].join(' || ');
}
