import { nameOfWay, rowsBehind, statementName } from '#one-statement/keyset.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import type { PageSource } from '#one-statement/source.ts';
import { ascending, checkCursorPage, cursorPageInput, keysetOf } from '../../core/cursor-page.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Connection } from '../../platform/db/database.ts';

// The transcript of an auction: the triggers of the migration `transcripts` write its lines, and packages/verify-transcript computes them again.

/** The place of a line in the chain. That of the last line is the head. `hash` is its SHA-256, in hex. */
export interface TranscriptPlace {
  readonly position: number;
  readonly hash: string;
}

const hash = `encode(sha256(convert_to(line, 'UTF8')), 'hex')`;
export const lineProperties = { position: 'position', hash, line: 'line' };

const ofAuction = 'transcript_lines where transcript_lines.auction_id = auctions.auction_id';

/** SQL of the last line, from `from` on, over a row of `auctions`. */
export const lastLine = `from (select * from ${ofAuction} order by position desc limit 1) transcript_lines`;

/** SQL of the head as JSON, over a row of `auctions`; null before the first line. */
export const headAsJson = `(select json_build_object('position', position, 'hash', ${hash}) ${lastLine})`;

/**
 * Reads the file that anybody can verify. Its lines are JSON already.
 *
 * @throws Refusal `auction_not_found`
 */
export async function readTranscript(connection: Connection, auctionId: string): Promise<string> {
  const lines = `(select string_agg(line, ',' order by position) from ${ofAuction})`;
  const { rows } = await connection.query<{ json: string }>({
    name: 'read-transcript',
    text: `
      select concat('{"auctionId":"', auction_id, '","head":', coalesce(${headAsJson}::text, 'null'), ',"lines":[', ${lines}, ']}') as json
      from auctions where auction_id = $1`,
    values: [auctionId],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0].json;
}

const order = ascending('transcript-lines', { position: 'int' });

/**
 * Returns the source of a page of the lines of an auction, in the order of the chain.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function linesOfAuction(raw: unknown, parameter: Parameters): PageSource {
  const { page } = checkCursorPage(cursorPageInput, order, raw);
  const limit = parameter(page.limit + 1);
  const keyset = keysetOf({ order, ...page }, parameter);
  return {
    name: statementName(order.name, nameOfWay(page)),
    table: 'transcript_lines',
    keyset,
    limit,
    rows: () => rowsBehind(keyset, ofAuction, limit),
    // Lines are numbered from 1 on.
    count: () => `select coalesce((select position ${lastLine}), 0) as total, true as is_exact`,
  };
}
