import { isUuid } from '../core/uuid.ts';
import type { Connection } from '../db/database.ts';
import type { ListedPayment } from '../payments/listed-payment.ts';
import type { Difference } from './treat-difference.ts';
import { findUnbalanced } from './unbalanced-auctions.ts';

/**
 * Checks the auctions of captured payments. Finds the payments whose auction has another captured payment, at the provider or in
 * our books, as two bidders have paid; and the auctions whose books do not balance.
 *
 * @param captured payments that are captured at the provider, such as those of a part of its list
 */
export async function checkCaptured(connection: Connection, captured: readonly ListedPayment[]): Promise<Difference[]> {
  const known = captured.flatMap((payment) => {
    const { auctionId } = payment;
    return auctionId !== null && isUuid(auctionId) ? [{ ...payment, auctionId }] : [];
  });
  if (known.length === 0) return [];
  const auctionIds = [...new Set(known.map(({ auctionId }) => auctionId))];
  const { rows } = await connection.query<{ auctionId: string; reference: string }>({
    name: 'find-captured-of-auctions',
    text: `
      select auction_id as "auctionId", provider_reference as reference from authorizations
      where auction_id = any($1::uuid[]) and state = 'captured'`,
    values: [auctionIds],
  });
  const references = Map.groupBy([...known, ...rows], ({ auctionId }) => auctionId);
  const twoCaptures = known
    .filter(({ auctionId }) => new Set(references.get(auctionId)?.map(({ reference }) => reference)).size > 1)
    .map(({ auctionId, reference, state, capturedInCents }) => ({
      ...forPerson(auctionId),
      kind: 'two_captures' as const,
      reference,
      theirs: state,
      theirsInCents: capturedInCents,
    }));
  const unbalanced = await findUnbalanced(connection, auctionIds);
  return [...twoCaptures, ...unbalanced.map((auctionId) => ({ ...forPerson(auctionId), kind: 'unbalanced' as const }))];
}

/** Returns a difference that a person has to look at; the caller adds its kind and its payment. */
function forPerson(auctionId: string): Omit<Difference, 'kind'> {
  return {
    auctionId,
    reference: null,
    ours: null,
    theirs: null,
    oursInCents: null,
    theirsInCents: null,
    remedy: 'person',
    isForeign: false,
  };
}
