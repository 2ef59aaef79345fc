import { namesNobody, newBidderIdInput } from '../core/text-input.ts';

/** The parameters of a link, or of the form that was sent from it, each as often as it was given. */
export interface GivenBidder {
  readonly bidderIds: readonly string[];
  readonly signatures: readonly string[];
}

/** Why nobody can bid through a link. */
type LinkFault =
  | { readonly code: 'misspelt'; readonly name: string; readonly meant: string }
  | {
      readonly code: 'bidderTwice' | 'unfilledBidder' | 'faultyBidder' | 'signatureTwice' | 'signatureAlone';
    };

/** The bidder as the seller has put it into the link. */
export interface BidderOfUrl {
  /** `null`: nobody was named; the bidder goes by the e-mail. */
  readonly bidderId: string | null;
  /** As it came; `null`: the link is not signed. */
  readonly signature: string | null;
  /** `null`: the link is good. */
  readonly fault: LinkFault | null;
}

/** @param otherNames the names of the address's other parameters: one that was meant for a bidder would be ignored silently */
export function bidderOfUrl({ bidderIds, signatures }: GivenBidder, otherNames: readonly string[] = []): BidderOfUrl {
  const [bidderId = null] = bidderIds;
  const [signature = null] = signatures;
  const faultIf = (isFaulty: boolean, code: Exclude<LinkFault['code'], 'misspelt'>) => (isFaulty ? { code } : null);
  const fault =
    misspelt(otherNames) ??
    faultIf(bidderIds.length > 1, 'bidderTwice') ??
    faultIf(bidderId !== null && namesNobody(bidderId), 'unfilledBidder') ??
    faultIf(bidderId !== null && !newBidderIdInput.safeParse(bidderId).success, 'faultyBidder') ??
    faultIf(signatures.length > 1, 'signatureTwice') ??
    faultIf(signature !== null && bidderId === null, 'signatureAlone');
  return fault === null ? { bidderId, signature, fault } : { bidderId: null, signature: null, fault };
}

function misspelt(names: readonly string[]): LinkFault | null {
  for (const name of names) {
    // `bid` is a parameter of its own.
    const isBidder = lettersOf(name) === 'bidder' || isNear(name, 'bidderid');
    const meant = isBidder ? 'bidderId' : isNear(name, 'signature') ? 'signature' : null;
    if (meant !== null) return { code: 'misspelt', name, meant };
  }
  return null;
}

/** Written otherwise, or with a letter missing, doubled or wrong. */
function isNear(name: string, wanted: string): boolean {
  return editDistance(lettersOf(name), wanted) <= 2;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
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
