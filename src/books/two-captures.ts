import type { Connection } from '../db/database.ts';
import type { ListedPayment } from '../payments/listed-payment.ts';
import type { Difference } from './treat-difference.ts';

/**
 * Finds captured payments whose auction has another captured payment, at the provider or in our books: two bidders have paid.
 *
 * @param captured payments that are captured at the provider, such as those of a part of its list
 */
export async function findTwoCaptures(
  connection: Connection,
  captured: readonly ListedPayment[],
): Promise<Difference[]> {
  const known = captured.filter(({ auctionId }) => auctionId !== null);
  if (known.length === 0) return [];
  const { rows } = await connection.query<{ auctionId: string; reference: string }>({
    name: 'find-captured-of-auctions',
    text: `
      select auction_id as "auctionId", provider_reference as reference from authorizations
      where auction_id = any($1::uuid[]) and state = 'captured'`,
    values: [[...new Set(known.map(({ auctionId }) => auctionId))]],
  });
  const references = Map.groupBy([...known, ...rows], ({ auctionId }) => auctionId);
  return known
    .filter(({ auctionId }) => new Set(references.get(auctionId)?.map(({ reference }) => reference)).size > 1)
    .map(({ auctionId, reference, state, capturedInCents }) => ({
      kind: 'two_captures' as const,
      auctionId,
      reference,
      ours: null,
      theirs: state,
      oursInCents: null,
      theirsInCents: capturedInCents,
      remedy: 'person' as const,
      isForeign: false,
    }));
}
