import { z } from 'zod';
import { nameOfWay, rowsBehind, type ListOrder } from '#one-statement/keyset.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import type { PageSource } from '#one-statement/source.ts';
import { checkCursorPage, cursorPageInput } from '../../core/cursor-page.ts';

// The transcript of an auction: the triggers of the migration `transcripts` write its lines, and packages/verify-transcript computes them again.

/** The place of a line in the chain: the head is that of the last one. */
export interface TranscriptPlace {
  readonly position: number;
  /** SHA-256 of the line, in hex. */
  readonly hash: string;
}

/** A line as it is read. */
export interface TranscriptLine extends TranscriptPlace {
  readonly line: string;
}

export const lineProperties: Record<keyof TranscriptLine, string> = {
  position: 'position',
  hash: `encode(sha256(convert_to(line, 'UTF8')), 'hex')`,
  line: 'line',
};

/** SQL of the last line, from `from` on, over a row of `auctions`. */
export const lastLine = `from (
  select * from transcript_lines where transcript_lines.auction_id = auctions.auction_id order by position desc limit 1) transcript_lines`;

/** SQL of the head as JSON, over a row of `auctions`; null before the first line. */
export const headAsJson = `(select json_build_object('position', ${lineProperties.position}, 'hash', ${lineProperties.hash}) ${lastLine})`;

/** SQL of the transcript as `/auctions/<id>/transcript.json` shows it, over a row of `auctions`. The lines are JSON already. */
export const transcriptAsJson = `(
  select concat('{"auctionId":"', auctions.auction_id, '","head":', coalesce(${headAsJson}::text, 'null'), ',"lines":[', string_agg(line, ',' order by position), ']}')
  from transcript_lines where transcript_lines.auction_id = auctions.auction_id)`;

const order: ListOrder = {
  name: 'transcript-lines',
  runs: [{ descending: false, columns: [{ column: 'position', type: 'int' }] }],
};

/**
 * Returns the source of a page of the lines of an auction, in the order of the chain.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function linesOfAuction(raw: unknown, parameter: Parameters): PageSource {
  const { page } = checkCursorPage(z.strictObject(cursorPageInput.shape), order, raw);
  const limit = parameter(page.limit + 1);
  const keyset = { order, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  const where = 'transcript_lines where transcript_lines.auction_id = auctions.auction_id';
  return {
    name: `${order.name}${nameOfWay(page)}`,
    table: 'transcript_lines',
    order,
    keyset,
    limit,
    rows: () => rowsBehind(keyset, where, limit),
    // Lines are numbered from 1 on.
    count: () => `select coalesce((select position ${lastLine}), 0) as total, true as is_exact`,
  };
}
