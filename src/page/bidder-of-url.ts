import { bidderId as bidderIdInput } from '../bids/bid-input.ts';

/** Who bids here, as the seller has put it into the link. */
export interface BidderOfUrl {
  /** `null`: nobody was named; the bidder goes by the e-mail. */
  readonly bidderId: string | null;
  /** Says why nobody can bid through this link; `null`: the link is good. */
  readonly fault: string | null;
}

/**
 * @param given each `bidderId` of the address, or of the form that was sent from it
 * @param otherNames the names of the address's other parameters: one that was meant to be `bidderId` would be ignored silently
 */
export function bidderOfUrl(given: readonly string[], otherNames: readonly string[] = []): BidderOfUrl {
  const misspelt = otherNames.find(isNearBidderId);
  if (misspelt !== undefined) {
    return { bidderId: null, fault: `It has a parameter “${misspelt}”. The parameter is called “bidderId”.` };
  }
  const [bidderId] = given;
  if (bidderId === undefined) return { bidderId: null, fault: null };
  if (given.length > 1) return { bidderId: null, fault: 'It names a bidder twice.' };
  const checked = bidderIdInput.safeParse(bidderId);
  if (checked.success) return { bidderId, fault: null };
  return { bidderId: null, fault: 'The bidder that it names must have 1 to 200 printable characters.' };
}

// Written otherwise, or with a letter missing, doubled or wrong; `bid` is a parameter of its own.
function isNearBidderId(name: string): boolean {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return letters === 'bidder' || editDistance(letters, 'bidderid') <= 2;
}

/** Levenshtein's: how many letters have to be put in, taken out or changed. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      next.push(Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
