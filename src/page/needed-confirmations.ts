/**
 * A question that the bidder answers before the card is asked: a raise by somebody whose card holds a lower bid, a bid so high that it may
 * be a slip, or a bid that does not lead.
 */
export type Confirmation = 'raise' | 'high' | 'backup';

const markedlyHigh = 10;
/** Below this a slip of the keyboard costs little, and a first bid on a small minimum is no slip. */
const minHighInCents = 100_00;

export function neededConfirmations(
  valueInCents: number,
  auction: {
    readonly leadingValueInCents: number | null;
    readonly minimumBidValueInCents: number;
    /** Held on the card of the bidder who asks, for the bids that this one raises. */
    readonly heldInCents: number;
  },
): Confirmation[] {
  const { leadingValueInCents, minimumBidValueInCents, heldInCents } = auction;
  // Not the provider's floor: nearly every bid is ten times a cent.
  const usual = Math.max(leadingValueInCents ?? 0, minimumBidValueInCents);
  const needed: Confirmation[] = heldInCents > 0 ? ['raise'] : [];
  if (usual > 0 && valueInCents >= Math.max(minHighInCents, markedlyHigh * usual)) needed.push('high');
  // The earlier of two equal bids leads.
  if (leadingValueInCents !== null && valueInCents <= leadingValueInCents) needed.push('backup');
  return needed;
}

/** Writes what the bidder confirms into a hidden field; it is good for this one amount. */
export function writeConfirmed(valueInCents: number, confirmations: readonly Confirmation[]): string {
  return [valueInCents, ...confirmations].join(' ');
}

export function isConfirmed(confirmed: string, valueInCents: number, needed: readonly Confirmation[]): boolean {
  const [value, ...kinds] = confirmed.split(' ');
  return needed.length === 0 || (value === String(valueInCents) && needed.every((kind) => kinds.includes(kind)));
}
