import type { PublicAuction } from '../bids/find-public-auction.ts';
import type { BidBounds } from './bid-bounds.ts';

// Whole steps that a person would choose, in cents.
const steps = [100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];

/**
 * @returns three amounts that would take the lead, in cents: by about 5, 10 and 20 percent, in round steps. The first bid may be the
 *   minimum
 */
export function raiseChips(
  { leadingValueInCents }: Pick<PublicAuction, 'leadingValueInCents'>,
  { minimumInCents, maximumInCents }: BidBounds,
): number[] {
  const base = Math.max(leadingValueInCents ?? 0, minimumInCents);
  const step = steps.findLast((cents) => cents <= base / 20) ?? steps[0]!;
  const begun = Math.floor(base / step) * step;
  const raises = [1, 2, 4].map((times) => begun + times * step);
  const isFirst = leadingValueInCents === null || leadingValueInCents < minimumInCents;
  return (isFirst ? [minimumInCents, ...raises.slice(1)] : raises).filter((cents) => cents <= maximumInCents);
}
