// The rules that a seller may give an auction, told once more and as simply as can be: in TypeScript, and one bid after the other.

/** As GraphQL takes and shows them. */
export interface Rules {
  readonly softClose: { readonly windowSeconds: number; readonly maximumSeconds: number } | null;
  readonly bidSteps: readonly { readonly fromInCents: number; readonly stepInCents: number }[];
  readonly buyNowPriceInCents: number | null;
}

export const noRules: Rules = { softClose: null, bidSteps: [], buyNowPriceInCents: null };

interface RuledAuction {
  readonly minimum: number;
  readonly startsAt: number;
  readonly scheduledEndsAt: number;
  readonly rules: Rules;
}

const sevenDaysMs = 7 * 86_400_000;

/** The least amount of the next bid. @param leading the amount of the leading bid; `null`: no bid leads */
export function nextBid({ minimum, rules }: RuledAuction, leading: number | null): number {
  if (leading === null) return minimum;
  const row = rules.bidSteps.findLast(({ fromInCents }) => fromInCents <= leading);
  return row === undefined ? minimum : Math.max(minimum, leading + row.stepInCents);
}

/** Why somebody cannot buy the item for this value; `null`: it can be bought. @param leading the amount of the leading bid; `null`: no bid leads */
export function buyingRefusal(
  { rules }: RuledAuction,
  value: number,
  leading: number | null,
): 'buy_now_removed' | 'buy_now_gone' | null {
  if (value !== rules.buyNowPriceInCents) return 'buy_now_removed';
  return leading === null ? null : 'buy_now_gone';
}

/** The end of an auction after a bid that leads. */
export function endAfter({ rules, startsAt, scheduledEndsAt }: RuledAuction, end: number, placedAt: number): number {
  if (rules.softClose === null) return end;
  const [windowMs, maximumMs] = [rules.softClose.windowSeconds * 1_000, rules.softClose.maximumSeconds * 1_000];
  const latest = Math.max(end, Math.min(scheduledEndsAt + maximumMs, startsAt + sevenDaysMs));
  return placedAt < end - windowMs ? end : Math.max(end, Math.min(placedAt + windowMs, latest));
}
