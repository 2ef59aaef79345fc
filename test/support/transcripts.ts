import { type Transcript, verifyTranscript } from '../../packages/verify-transcript/verify.js';
import { readTranscript as readFile } from '../../src/auctions/bids/transcript.ts';
import type { Connection } from '../../src/platform/db/database.ts';

export type Line = Record<string, any>;

/** A transcript whose lines a test reads. */
export type TranscriptOfTest = Omit<Transcript, 'lines'> & { readonly lines: readonly Line[] };

/** The transcript of an auction, as its page shows it. */
export async function readTranscript(db: Connection, auctionId: string): Promise<TranscriptOfTest> {
  return JSON.parse(await readFile(db, auctionId));
}

/** What of the books a transcript has to equal. */
interface Books {
  readonly auctionId: string;
  readonly result: string | null;
  readonly bids: readonly string[];
  readonly winner: string | null;
}

const books = `
  select auction_id as "auctionId", lower(outcome::text) as result,
    coalesce((select jsonb_agg(concat_ws(' ', bid_id, bid_value_in_cents, coalesce(bidder_number::text, 'null'), extract(epoch from placed_at) * 1000) order by bid_id)
      from bids where bids.auction_id = auctions.auction_id), '[]') as bids,
    (select bid_id from bids where bids.auction_id = auctions.auction_id and is_winning_bid) as winner
  from auctions where $1::uuid[] is null or auction_id = any ($1)`;

/**
 * Finds the auctions whose transcript does not verify, or does not equal the books.
 *
 * @param auctionIds all unless told
 */
export async function brokenTranscripts(
  db: Connection,
  auctionIds: readonly string[] | null = null,
): Promise<string[]> {
  const { rows } = await db.query<Books>(books, [auctionIds]);
  const broken: string[] = [];
  for (const { auctionId, ...expected } of rows) {
    const transcript = await readTranscript(db, auctionId);
    const { faults } = await verifyTranscript(transcript);
    const [opened] = transcript.lines;
    const isPassedOver = transcript.lines.some(({ cause }) => cause === 'passed_over');
    // Tests move the end past every rule. An operator may pass over a bid.
    const found = faults.filter(
      ({ code }) => !(code === 'end' && opened?.['extendsBySeconds'] === 0) && !(code === 'winner' && isPassedOver),
    );
    const of = (...kinds: string[]) => transcript.lines.filter(({ kind }) => kinds.includes(kind));
    const told = {
      result: of('sold', 'unsold', 'cancelled')[0]?.['kind'] ?? null,
      bids: of('bid')
        .map(({ bidId, bidValueInCents, bidder, at }) => `${bidId} ${bidValueInCents} ${bidder} ${Date.parse(at)}`)
        .sort(),
      winner: of('sold')[0]?.['bidId'] ?? null,
    };
    const written = { ...expected, bids: expected.bids.map((bid) => bid.replace(/\.0+$/, '')).sort() };
    if (found.length > 0 || JSON.stringify(told) !== JSON.stringify(written))
      broken.push(
        `the transcript is whole and equals the books: ${JSON.stringify({ auctionId, found, told, written })}`,
      );
  }
  return broken;
}
