/** What the bidder is asked about before the card is: a bid so high that it may be a slip, or one that does not lead. */
export type Confirmation = 'high' | 'backup';

const markedlyHigh = 10;

export function neededConfirmations(
  valueInCents: number,
  auction: { readonly leadingValueInCents: number | null; readonly minimumBidValueInCents: number },
): Confirmation[] {
  const { leadingValueInCents, minimumBidValueInCents } = auction;
  // Not the provider's floor: nearly every bid is ten times a cent.
  const usual = Math.max(leadingValueInCents ?? 0, minimumBidValueInCents);
  const needed: Confirmation[] = [];
  if (usual > 0 && valueInCents >= markedlyHigh * usual) needed.push('high');
  // Of two equal bids the earlier one leads.
  if (leadingValueInCents !== null && valueInCents <= leadingValueInCents) needed.push('backup');
  return needed;
}

/** What the bidder has confirmed, as a hidden field: good for this one amount. */
export function writeConfirmed(valueInCents: number, confirmations: readonly Confirmation[]): string {
  return [valueInCents, ...confirmations].join(' ');
}

export function isConfirmed(confirmed: string, valueInCents: number, needed: readonly Confirmation[]): boolean {
  const [value, ...kinds] = confirmed.split(' ');
  return needed.length === 0 || (value === String(valueInCents) && needed.every((kind) => kinds.includes(kind)));
}
